import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Agent, allPlugins, type Plugin, type PluginContext, quitSignals } from '@slipway/agent'
import * as log from '../log/plugin.ts'
import { newPlugin, type Resynchronise, type Resync } from './plugin.ts'

log.defaultPlugin.destination = { write() {} }

function subscriber(name: string, resync: Resync, resynchronise: Resynchronise): Plugin & { deps: unknown } {
  return {
    name,
    deps: { resync },
    init: (context: PluginContext) => context.use(resync).register(name, context, resynchronise),
    close() {},
  }
}

describe('resync', () => {
  test('runs after the start, in order of registration, one at a time, and again on request', async () => {
    const resync = newPlugin()
    const seen: string[] = []
    const done = Promise.withResolvers<void>()
    const slow = subscriber('slow', resync, async () => {
      seen.push('slow begins')
      await new Promise(setImmediate)
      seen.push('slow ends')
    })
    const quick = subscriber('quick', resync, () => {
      seen.push('quick')
      done.resolve()
    })
    const last: Plugin = { name: 'last', init() {}, afterInit: () => void seen.push('all started'), close() {} }
    const agent = new Agent(allPlugins(slow, quick, last), quitSignals())
    await agent.start()
    await done.promise
    assert.deepEqual(seen, ['all started', 'slow begins', 'slow ends', 'quick'])
    await resync.resync('quick')
    assert.equal(seen.at(-1), 'quick')
    assert.equal(seen.length, 5)
    await agent.stop()
  })

  test('a listener that registers after the start has its turn at once, and once', async () => {
    const resync = newPlugin()
    const contexts: PluginContext[] = []
    const keeper: Plugin & { deps: unknown } = {
      name: 'keeper',
      deps: { resync },
      init: (context) => void contexts.push(context),
      close() {},
    }
    const agent = new Agent(allPlugins(keeper), quitSignals())
    await agent.start()
    await resync.resync()
    const seen: string[] = []
    for (const name of ['late', 'later']) resync.register(name, contexts[0] as PluginContext, () => seen.push(name))
    while (seen.length < 2) await new Promise(setImmediate)
    await new Promise(setImmediate)
    assert.deepEqual(seen, ['late', 'later'])
    await agent.stop()
  })

  test('a listener that fails or takes too long is degraded; the others have their turn', async () => {
    const resync = newPlugin()
    resync.timeout = 5
    const done = Promise.withResolvers<void>()
    const plugins = [
      subscriber('fails', resync, () => Promise.reject(new Error('no'))),
      subscriber('hangs', resync, () => new Promise(() => {})),
      subscriber('works', resync, () => done.resolve()),
    ]
    const agent = new Agent(allPlugins(plugins), quitSignals())
    await agent.start()
    await done.promise
    const conditions = agent.health().plugins.map(({ name, condition }) => `${name} ${condition}`)
    assert.ok(conditions.includes('fails degraded') && conditions.includes('hangs degraded'), conditions.join())
    assert.ok(conditions.includes('works ok'))
    await agent.stop()
  })

  test('a resync that runs ends with the agent', async () => {
    const resync = newPlugin()
    const begun = Promise.withResolvers<void>()
    const hanging = subscriber('hangs', resync, () => {
      begun.resolve()
      return new Promise(() => {})
    })
    const agent = new Agent(allPlugins(hanging), quitSignals())
    await agent.start()
    await begun.promise
    await agent.stop()
  })
})
