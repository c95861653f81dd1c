import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Agent } from '../agent.ts'
import { configured, type PluginOption, useDeps } from '../configure.ts'
import { allPlugins, clock, plugins } from '../options.ts'
import type { Plugin, PluginContext } from '../plugin.ts'
import { RecordingPlugin } from '../recording-plugin.ts'
import { renderTimeline } from './timeline.ts'

/** An agent on a clock of its own: hooks of `slow` take 30 ms, those of the others 10. */
function timedAgent(): Agent {
  let time = 0
  const takes = (duration: number) => ({
    init: () => {
      time += duration
    },
  })
  const slow = new RecordingPlugin('slow', [], {}, takes(30))
  const quick = new RecordingPlugin('quick', [], {}, takes(10))
  const middle = new RecordingPlugin('middle', [], { list: [quick] }, takes(10))
  return new Agent(
    allPlugins(new RecordingPlugin('top', [], { slow, middle }, takes(10))),
    clock(() => time),
  )
}

describe('the report of an agent', () => {
  test('the plan, without running', () => {
    assert.deepEqual(timedAgent().plan(), ['slow', 'quick', 'middle', 'top'])
  })

  test('why one plugin comes before the other, asked in either order', () => {
    const agent = timedAgent()
    const reason = agent.why('top', 'quick')
    assert.deepEqual(reason, agent.why('quick', 'top'))
    assert.deepEqual(reason.order, ['quick', 'top'])
    assert.deepEqual(reason.chain, [
      { plugin: 'top', declaredAt: 'top.deps.middle' },
      { plugin: 'middle', declaredAt: 'middle.deps.list[0]' },
    ])
    assert.equal(
      reason.text,
      'quick is initialised before top, which depends on it: top -> middle -> quick (top.deps.middle, middle.deps.list[0])',
    )
    assert.equal(agent.why('slow', 'quick').rule, 'position')
    assert.throws(() => agent.why('slow', 'fast'), { code: 'agent/unknown-plugin' })
  })

  test('a given order that reverses a dependency is reported', () => {
    const store = new RecordingPlugin('store', [])
    const agent = new Agent(plugins(new RecordingPlugin('user', [], { store }), store))
    assert.equal(
      agent.why('user', 'store').text,
      'user is initialised before store because it was listed or found first; although it depends on store',
    )
  })

  test('the critical path: the longest chain at first, the slowest once measured', async () => {
    const agent = timedAgent()
    assert.deepEqual(agent.criticalPath(), { plugins: ['quick', 'middle', 'top'], duration: 0 })
    await agent.start()
    assert.deepEqual(agent.criticalPath(), { plugins: ['slow', 'top'], duration: 40 })
    await agent.stop()
  })

  test('the timeline: durations per plugin and phase', async () => {
    const agent = timedAgent()
    await agent.start()
    await agent.stop()
    const timeline = agent.timeline()
    assert.deepEqual(timeline.slice(0, 2), [
      { plugin: 'slow', phase: 'init', start: 0, duration: 30 },
      { plugin: 'quick', phase: 'init', start: 30, duration: 10 },
    ])
    assert.equal(timeline.length, 12)
    assert.match(renderTimeline(timeline), /^slow {4}init {11}30\.0 ms {2}#{16}\nquick {3}init {11}10\.0 ms {18}#{5}\n/)
    assert.equal(renderTimeline([]), '')
  })

  test('health: live and ready from the states of the plugins and from what they say', async () => {
    let context: PluginContext | undefined
    const store: Plugin = {
      name: 'store',
      init(given) {
        context = given
      },
      close() {},
    }
    const agent = new Agent(plugins(store))
    assert.equal(agent.health().ready, false)
    await agent.start()
    assert.equal(agent.health().ready, true)
    context?.report('degraded', 'connection lost')
    assert.deepEqual(agent.health(), {
      live: true,
      ready: false,
      plugins: [{ name: 'store', state: 'ready', condition: 'degraded', reason: 'connection lost' }],
    })
    context?.report('disabled', 'not configured')
    assert.equal(agent.health().ready, true)
    await agent.stop()
    assert.equal(agent.health().plugins[0]?.state, 'closed')
  })

  test('health: a plugin that fails is not live', async () => {
    const agent = new Agent(plugins(new RecordingPlugin('p', [], {}, { init: () => Promise.reject(new Error('no')) })))
    await assert.rejects(agent.start())
    assert.equal(agent.health().live, false)
  })
})

class Sync implements Plugin {
  name = 'sync'
  readonly deps: { store: Plugin; metrics?: Plugin } = { store: new RecordingPlugin('memory', []) }
  init(): void {}
  close(): void {}
}

function newPlugin(...options: PluginOption<Sync>[]): Sync {
  return configured(new Sync(), options)
}

function useName(name: string): PluginOption<Sync> {
  return (sync) => {
    sync.name = name
  }
}

describe('factories', () => {
  test('make several instances of a plugin with different dependencies', () => {
    const etcd = new RecordingPlugin('etcd', [])
    const second = newPlugin(
      useName('second'),
      useDeps((deps) => {
        deps.store = etcd
      }),
    )
    assert.deepEqual(new Agent(allPlugins(newPlugin(), second)).plan(), ['memory', 'sync', 'etcd', 'second'])
  })
})
