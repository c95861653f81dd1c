/** The engine is killed in the middle of a link, before and after each phase; the next run ends as if nothing had happened. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from '../cases.ts'
import { makeSandbox, type Sandbox } from '../scenarios/transcript.ts'

const scenario = join(import.meta.dirname, '../scenarios/links')
/** The steps at which consecutive runs are killed: each run skips the finished steps, so that later runs have fewer. */
const kills: Readonly<Record<string, readonly number[]>> = {
  'before-intent': [4, 3, 2, 2],
  'after-intent': [4, 3, 2, 2],
  'after-call': [4, 3, 2, 2],
  'before-result': [1, 1, 1, 1],
  'after-result': [1, 1, 1, 1],
}

/** The content of the press, without the ids that the engine has chosen. */
function world({ directory }: Sandbox): Record<string, unknown> {
  const out = join(directory, 'out')
  const files = existsSync(out) ? readdirSync(out).sort() : []
  return Object.fromEntries(
    files.map((file) => {
      const { id: _, ...thing } = JSON.parse(readFileSync(join(out, file), 'utf8')) as Record<string, unknown>
      return [file, thing]
    }),
  )
}

describe('a kill -9 of the engine during a link loses nothing:', { concurrency: 2 }, () => {
  for (const [moment, steps] of Object.entries(kills)) {
    test(`${moment} of every phase, in up and destroy`, { timeout: 300_000 }, async () => {
      const whole = await makeSandbox([scenario])
      const sandbox = await makeSandbox([scenario])
      const killed = (command: string): number =>
        steps
          .map((step) => sandbox.run(`SLIPWAY_FAILPOINT=${moment}:${step} slipway ${command} --yes`))
          .filter((said) => /Killed|exit 137/.test(said)).length
      try {
        whole.run('slipway up --yes')
        assert.ok(killed('up') > 1)
        assert.doesNotMatch(sandbox.run('slipway up --yes'), /exit/)
        assert.deepEqual(world(sandbox), world(whole))
        assert.match(sandbox.run('slipway up --yes'), /Nothing to do/)
        assert.ok(killed('destroy') > 1)
        assert.doesNotMatch(sandbox.run('slipway destroy --yes'), /exit/)
        assert.deepEqual(world(sandbox), {})
        assert.match(sandbox.run('slipway state list'), /No resources/)
      } finally {
        whole.run('slipway destroy --yes')
        whole.remove()
        sandbox.remove()
      }
    })
  }
})
