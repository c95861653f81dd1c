import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent } from './agent.ts'
import { concurrent, plugins, startTimeout, stopTimeout } from './options.ts'
import type { Plugin } from './plugin.ts'
import { RecordingPlugin } from './recording-plugin.ts'

describe('limits', () => {
  test('a limit too long for a timer, Infinity included, means long and not at once', async () => {
    const pause = { init: () => sleep(20), close: () => sleep(20) }
    for (const limit of [Infinity, 2 ** 40]) {
      const log: string[] = []
      const plugin: Plugin = Object.assign(new RecordingPlugin('slow', log, {}, pause), { deadlines: { init: limit } })
      const agent = new Agent(plugins(plugin), startTimeout(limit), stopTimeout(limit), concurrent(limit))
      await agent.start()
      await agent.stop()
      assert.deepEqual(log, ['init slow', 'afterInit slow', 'close slow'])
    }
  })

  test('a bad limit is refused instead of silently starting nothing', () => {
    for (const option of [startTimeout, stopTimeout, concurrent])
      assert.throws(() => new Agent(option(NaN)), { code: 'agent/bad-option' })
    assert.throws(() => new Agent(startTimeout(-1)), { code: 'agent/bad-option' })
  })
})

test('a hook whose thenable throws fails like any other', async () => {
  const log: string[] = []
  const thenable = {
    // oxlint-disable-next-line unicorn/no-thenable -- is what this is about
    then(): never {
      throw new Error('no promise')
    },
  }
  const broken: Plugin = { name: 'broken', init: () => thenable, close() {} }
  const agent = new Agent(plugins(new RecordingPlugin('first', log), broken))
  await assert.rejects(agent.start(), { code: 'agent/start-failed', message: /broken failed in init .*no promise/ })
  assert.deepEqual(log, ['init first', 'close first'])
})

test('waiting that began before the start keeps the process alive as long as the agent runs', () => {
  const program = `
    import { Agent, plugins, quitSignals } from '${import.meta.resolve('./index.ts')}'
    const agent = new Agent(plugins({ name: 'a', init() {}, close() { console.log('closed') } }))
    const waiting = agent.wait()
    await agent.start()
    setTimeout(() => process.kill(process.pid, 'SIGTERM'), 50).unref()
    await waiting`
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  assert.equal(stdout, 'closed\n')
  assert.equal(status, 0)
})
