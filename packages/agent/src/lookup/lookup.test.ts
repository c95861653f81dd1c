import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Failure } from '@slipway/model'
import { Agent } from '../agent.ts'
import { hard, optional, soft } from '../dependency.ts'
import { allPlugins, plugins } from '../options.ts'
import type { Plugin } from '../plugin.ts'
import { RecordingPlugin } from '../recording-plugin.ts'

function plugin(name: string, deps: Record<PropertyKey, unknown> = {}): RecordingPlugin {
  return new RecordingPlugin(name, [], deps)
}

function planOf(...roots: Plugin[]): string[] {
  return new Agent(allPlugins(...roots)).plan()
}

/** The problems that stand in the one error, first one first. */
function problemsOf(make: () => unknown): { code: string; texts: string[] } {
  try {
    make()
  } catch (error) {
    assert.ok(error instanceof Failure, String(error))
    return { code: error.code, texts: [error.message, ...error.details] }
  }
  return assert.fail('no error')
}

describe('allPlugins()', () => {
  test('finds and orders dependencies transitively, each once', () => {
    const p3 = plugin('P3')
    const p2 = plugin('P2', { p3 })
    assert.deepEqual(planOf(plugin('P1', { p2, p3 })), ['P3', 'P2', 'P1'])
    assert.deepEqual(planOf(plugin('P1', { p2: plugin('P2'), p3: plugin('P3') })), ['P2', 'P3', 'P1'])
  })

  test('finds plugins in every kind of container, at any depth, in declared order', () => {
    const [a, b, c, d, e, f, g] = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => plugin(name))
    const top = Object.assign(plugin('top', { list: [a, [[b]]], map: new Map([['x', { y: c }]]) }), {
      direct: d,
      set: new Set([e]),
      byPlugin: new Map([[f, 'a note']]),
      [Symbol('hidden')]: g,
    })
    assert.deepEqual(
      planOf(top),
      ['d', 'e', 'f', 'a', 'b', 'c', 'g', 'top'].toSorted((x, y) => place(x) - place(y)),
    )
    function place(name: string): number {
      return planOf(top).indexOf(name)
    }
    assert.deepEqual(planOf(top).toSorted(), ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'top'])
    assert.ok(planOf(top).indexOf('a') < planOf(top).indexOf('b'))
  })

  test('looks into a class of declarations and into wrappers below deps', () => {
    class Writers {
      readonly members: Plugin[]
      constructor(members: Plugin[]) {
        this.members = members
      }
    }
    class Deps {
      readonly publish = new Writers([plugin('etcd')])
      readonly unused: Plugin | undefined
    }
    const top = { name: 'top', deps: new Deps(), init() {}, close() {} }
    assert.deepEqual(planOf(top), ['etcd', 'top'])
  })

  test('circular data ends the search, and hides nothing', () => {
    const shared: Record<string, unknown> = { store: plugin('store') }
    shared['self'] = shared
    const data: Record<string, unknown> = {}
    data['self'] = data
    assert.deepEqual(planOf(plugin('one', { data, shared }), plugin('two', { data, again: [shared, shared] })), [
      'store',
      'one',
      'two',
    ])
  })

  test('containers of 100,000 levels do not overflow the stack', () => {
    let nested: unknown = plugin('deepest')
    for (let level = 0; level < 100_000; level++) nested = [nested]
    assert.deepEqual(planOf(plugin('top', { nested })), ['deepest', 'top'])
  })

  test('a plugin that is a root and a dependency, or given twice, is taken once', () => {
    const p2 = plugin('P2')
    const p1 = plugin('P1', { p2 })
    assert.deepEqual(planOf(p1, p2, p1), ['P2', 'P1'])
    assert.deepEqual(new Agent(plugins(p2), allPlugins(p1), plugins(p1)).plan(), ['P2', 'P1'])
    assert.deepEqual(new Agent(plugins(p1), allPlugins(plugin('top', { p1 }))).plan(), ['P1', 'P2', 'top'])
  })

  test('among plugins that depend on each other, the one reached first comes last', () => {
    const p1 = plugin('P1')
    const p2 = plugin('P2', { p1 })
    p1.deps['p2'] = p2
    assert.deepEqual(planOf(p1), ['P2', 'P1'])
    assert.deepEqual(planOf(p2), ['P1', 'P2'])
    assert.deepEqual(planOf(plugin('top', { a: p1, b: p2 })), ['P2', 'P1', 'top'])
    assert.deepEqual(planOf(plugin('top', { b: p2, a: p1 })), ['P1', 'P2', 'top'])
  })

  test('something that lacks close is not a plugin', () => {
    assert.deepEqual(planOf(plugin('top', { half: { name: 'half', init() {} } })), ['top'])
  })
})

describe('plugins()', () => {
  test('keeps the order, adds nothing, refuses nothing', () => {
    const p2 = plugin('P2', { missing: null })
    const p1 = plugin('P1', { p2, p3: plugin('P3') })
    assert.deepEqual(new Agent(plugins(p1, p2)).plan(), ['P1', 'P2'])
    assert.deepEqual(new Agent(plugins([p2, p1])).plan(), ['P2', 'P1'])
  })
})

describe('problems are named with their places', () => {
  test('two plugins of one name', () => {
    const top = plugin('top', { a: plugin('db'), stores: [plugin('db')] })
    assert.deepEqual(
      problemsOf(() => planOf(top)),
      {
        code: 'agent/duplicate-name',
        texts: ['two plugins have the name db: top.deps.a and top.deps.stores[0]'],
      },
    )
  })

  test('null where a plugin is declared', () => {
    assert.deepEqual(
      problemsOf(() => planOf(plugin('top', { db: null }))),
      {
        code: 'agent/missing-dependency',
        texts: ['top.deps.db is null where a plugin is declared'],
      },
    )
    const top = Object.assign(plugin('top'), {
      stores: new Map([
        ['main', plugin('db')],
        ['other', null],
      ]),
    })
    assert.deepEqual(problemsOf(() => planOf(top)).texts, ['top.stores.other is null where a plugin is declared'])
  })

  test('a dependency on null, or on a class that is not there yet', () => {
    for (const [declared, given] of [
      [hard(null as unknown as Plugin), 'null'],
      [optional(undefined as unknown as Plugin), 'undefined'],
      [soft({} as Plugin), 'something else'],
    ] as const) {
      assert.deepEqual(
        problemsOf(() => planOf(plugin('top', { db: declared }))),
        {
          code: 'agent/missing-dependency',
          texts: [`top.deps.db names ${given} where a plugin, a class or a capability belongs`],
        },
      )
    }
  })

  test('a value that is no plugin', () => {
    assert.deepEqual(
      problemsOf(() => new Agent(plugins(null as never), allPlugins({ name: 'x' } as never))),
      {
        code: 'agent/not-a-plugin',
        texts: [
          'argument 1 of plugins() is null, not a plugin',
          'argument 1 of allPlugins() is not a plugin: it has no init, no close (agent/not-a-plugin)',
        ],
      },
    )
  })

  test('a plugin that depends on itself, one without a name, one that is hidden', () => {
    const self = plugin('self')
    self.deps['me'] = [self]
    const top = plugin('top', { self, nameless: plugin(''), later: Promise.resolve(plugin('p')) })
    const { texts } = problemsOf(() => planOf(top))
    assert.deepEqual(texts, [
      'the plugin at top.deps.nameless has an empty name',
      'top.deps.later is a Promise, in which no plugin can be found (agent/unsupported-container)',
      'self.deps.me[0] is self itself (agent/self-dependency)',
    ])
  })

  test('an optional dependency that is not given is undefined, without an error', () => {
    assert.deepEqual(planOf(plugin('top', { tracing: undefined })), ['top'])
  })
})
