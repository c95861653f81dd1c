import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { compiled } from '../../../../test/compiled.ts'
import { destroy } from '../change/destroy.ts'
import { corePluginRoot } from '../core-plugins.ts'
import type { Slipway } from '../slipway.ts'
import { dev, type DevRequest, type DevRound } from './dev.ts'

const blueprint = (...names: readonly string[]): string =>
  `version: 2025-11-02\nvariables: { who: { type: string, default: ada } }\nresources:\n${names
    .map((name) => `  ${name}: { type: local/file, spec: { path: ${name}.txt, content: "\${variables.who}" } }\n`)
    .join('')}`

/** Runs the loop in a folder with a blueprint until the work ends. */
async function watched(
  context: TestContext,
  text: string,
  request: Partial<DevRequest>,
  work: (loop: {
    readonly cwd: string
    readonly slipway: Slipway
    readonly apply: () => void
    readonly next: (kind: DevRound['kind']) => Promise<DevRound>
  }) => Promise<void>,
): Promise<void> {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-dev-loop-')))
  context.after(() => rmSync(cwd, { recursive: true, force: true }))
  writeFileSync(join(cwd, 'site.blueprint.yaml'), text)
  const env = { ...compiled, HOME: cwd, PATH: process.env['PATH'], SLIPWAY_TRUST: '1' }
  const slipway = { env, cwd, ownPlugins: corePluginRoot() }
  const stop = new AbortController()
  const rounds: DevRound[] = []
  let apply: (() => void) | undefined
  const end = dev(slipway, {
    create: true,
    yes: false,
    stop: stop.signal,
    observe: () => () => undefined,
    ...request,
    onRound: (round) => void rounds.push(round),
    onReady: (given) => {
      apply = given
      request.onReady?.(given)
    },
  })
  /** The next round of a kind; a mistake ends the test. */
  const next = async (kind: DevRound['kind']): Promise<DevRound> => {
    for (;;) {
      const round = rounds.shift()
      if (round?.kind === 'failed') throw round.error
      if (round?.kind === kind) {
        // The loop takes a wish only once the round has ended.
        await pause(200)
        return round
      }
      await (round === undefined ? pause(20) : undefined)
    }
  }
  try {
    await work({ cwd, slipway, apply: () => apply?.(), next })
  } finally {
    stop.abort()
    await end
  }
}

test('a wish to apply that comes before the plan is shown applies nothing', { timeout: 120_000 }, async (context) => {
  let wish: (() => void) | undefined
  const early = {
    onReady: (apply: () => void) => {
      wish = apply
      apply()
    },
    observe: () => () => wish?.(),
  }
  await watched(context, blueprint('note'), early, async ({ cwd, apply, next }) => {
    await next('planned')
    await pause(1000)
    assert.equal(existsSync(join(cwd, 'note.txt')), false)
    apply()
    await next('applied')
    assert.equal(readFileSync(join(cwd, 'note.txt'), 'utf8'), 'ada')
  })
})

test(
  'a plan that would do more than the shown one is shown, and not applied',
  { timeout: 120_000 },
  async (context) => {
    await watched(context, blueprint('note'), {}, async ({ cwd, apply, next }) => {
      await next('planned')
      writeFileSync(join(cwd, 'site.blueprint.yaml'), blueprint('note', 'other'))
      apply()
      const round = await next('planned')
      assert.ok(round.kind === 'planned')
      assert.deepEqual([round.isOther, [...round.fresh]], [true, ['other']])
      assert.deepEqual([existsSync(join(cwd, 'note.txt')), existsSync(join(cwd, 'other.txt'))], [false, false])
    })
  },
)

test('an answer is kept for the next plans and for applying', { timeout: 120_000 }, async (context) => {
  const asked: string[] = []
  const ask: NonNullable<DevRequest['ask']> = async ({ name }) => {
    asked.push(name)
    return `answer ${asked.length}`
  }
  const text = blueprint('note').replace(', default: ada', '')
  await watched(context, text, { ask }, async ({ cwd, apply, next }) => {
    await next('planned')
    apply()
    await next('applied')
    assert.equal(readFileSync(join(cwd, 'note.txt'), 'utf8'), 'answer 1')
    assert.deepEqual(asked, ['who'])
  })
})

test('a restart that is named with the plan is agreed to by one wish', { timeout: 120_000 }, async (context) => {
  const server = '  server: { type: local/process, dependsOn: note, spec: { command: sleep, args: ["600"] } }\n'
  await watched(context, blueprint('note') + server, {}, async ({ cwd, slipway, apply, next }) => {
    try {
      await next('planned')
      apply()
      await next('applied')
      writeFileSync(join(cwd, 'site.blueprint.yaml'), blueprint('note').replace('ada', 'eve') + server)
      const round = await next('planned')
      assert.ok(round.kind === 'planned')
      assert.deepEqual(round.restart, ['server'])
      apply()
      await next('applied')
      assert.equal(readFileSync(join(cwd, 'note.txt'), 'utf8'), 'eve')
    } finally {
      await destroy(slipway, { approve: true })
    }
  })
})
