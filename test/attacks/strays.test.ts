/** A plugin starts something in a session of its own: it is named at the end of a run, or ended. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { isAlive } from '../faulty/sandbox.ts'
import { run, type Ended } from '../ledger/command.ts'
import { makeTarget, type Target, version } from './target.ts'

function withStray(context: TestContext): Target {
  const target = makeTarget(context)
  target.write(
    'site.blueprint.yaml',
    `${version}resources:\n  thing: { type: hostile/thing, spec: { does: nothing } }\n`,
  )
  const plugin = join(target.folder, 'plugins/providers/acme/hostile/1.0.0/plugin')
  const [shebang, ...rest] = readFileSync(plugin, 'utf8').split('\n')
  const stray = [
    'setsid sleep 600 </dev/null >/dev/null 2>&1 &',
    'until grep -qa ^sleep /proc/$!/cmdline; do sleep 0.02; done',
  ]
  writeFileSync(plugin, [shebang, ...stray, ...rest].join('\n'))
  return target
}

function pidsIn({ stderr }: Ended): readonly number[] {
  return [...stderr.matchAll(/acme\/hostile has left a process behind: (\d+) \(sleep 600\)/g)].map(([, pid]) =>
    Number(pid),
  )
}

describe('a process that a plugin leaves behind', { timeout: 240_000 }, () => {
  test('is named at the end of a run and left running', async (context) => {
    const target = withStray(context)
    const ended = await run(target, ['up', '--yes'], { SLIPWAY_TRUST: '1' })
    const pids = pidsIn(ended)
    assert.equal(ended.code, 0, ended.stderr)
    assert.equal(pids.length, 1, ended.stderr)
    assert.deepEqual(pids.filter(isAlive), pids)
    for (const pid of pids) process.kill(pid, 'SIGKILL')
  })

  test('is ended with plugins.strays: end', async (context) => {
    const target = withStray(context)
    const ended = await run(target, ['up', '--yes'], { SLIPWAY_TRUST: '1', SLIPWAY_PLUGINS_STRAYS: 'end' })
    const pids = pidsIn(ended)
    assert.equal(pids.length, 1, ended.stderr)
    assert.match(ended.stderr, /it was ended/)
    assert.deepEqual(pids.filter(isAlive), [])
  })
})
