import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sortGraph } from '@slipway/graph'
import fc from 'fast-check'
import type { ResourceRecord } from '@slipway/stores'
import { StepGraph } from '../../run/graph/step-graph.ts'
import { providersOf } from '../../providers/definitions/ask-providers.ts'
import type { Before } from './coming-before.ts'
import { Order } from './schedule-order.ts'
import { makingRoom, type ReadersFirst, readersGoFirst } from './what-goes-first.ts'
import { type Action, oldKey, type Plan, type PlanStep } from '../shape/plan.ts'

function record(name: string, dependsOn: readonly string[]): ResourceRecord {
  return {
    id: `id ${name}`,
    name,
    type: 'fake/find',
    pluginId: 'test/fake',
    pluginVersion: '1.0.0',
    status: 'created',
    spec: {},
    dependsOn,
    reads: dependsOn.map((other) => `id ${other}`),
    removalPolicy: 'delete',
    replaced: false,
    failureReasons: [],
    createdAt: 1,
    updatedAt: 1,
  }
}

function step(name: string, action: Action, recorded?: readonly string[], destroyFirst = false): PlanStep {
  return {
    key: name,
    name,
    type: 'fake/find',
    action,
    changes: [],
    replaceBecause: [],
    after: [],
    ...(recorded === undefined ? {} : { current: record(name, recorded) }),
    ...(destroyFirst ? { destroyFirst } : {}),
    ...(action === 'delete' || action === 'forget' ? {} : { wish: {} }),
  } as PlanStep
}

const noRoom: ReadersFirst = { taken: new Map(), before: [] }

function orderSteps(steps: readonly PlanStep[], before: Before, room: ReadersFirst = noRoom): readonly PlanStep[] {
  const about = { links: [], blueprint: undefined, providers: providersOf(new Map()), struck: new Map() }
  return new Order({ ...about, steps: makingRoom(steps, room.taken), before, room }).written().steps
}

function edges(steps: readonly PlanStep[]): Record<string, readonly string[]> {
  return Object.fromEntries(
    steps.flatMap(({ key, after, oldAfter }) => [
      [key, after],
      ...(oldAfter === undefined ? [] : [[`${key} (old)`, oldAfter] as const]),
    ]),
  )
}

test('a resource that is destroyed first waits for nothing, and an old reader waits for its successor', () => {
  const steps = [step('db', 'replace', [], true), step('web', 'replace', ['db'])]
  assert.deepEqual(edges(orderSteps(steps, new Map([['web', ['db']]]))), {
    db: ['db (old)'],
    'db (old)': [],
    web: ['db'],
    'web (old)': ['web'],
  })
})

test('a removal waits until every reader is removed or reads another resource', () => {
  const steps = [step('db', 'replace', []), step('mid', 'delete', ['db']), step('web', 'update', ['mid', 'db'])]
  const found = edges(orderSteps(steps, new Map([['web', ['db']]])))
  assert.deepEqual(found['mid'], ['web'])
  assert.deepEqual(found['db (old)']?.toSorted(), ['db', 'mid', 'web'])
})

test('a reader of a vanished resource waits for the replacement of that name', () => {
  const web: PlanStep = { ...step('web', 'delete', ['db']), current: { ...record('web', ['db']), reads: ['id gone'] } }
  assert.deepEqual(edges(orderSteps([step('db', 'delete', []), web], new Map()))['db'], ['web'])
})

test('a component is removed after its parts, and a plugin’s resource after its owner', () => {
  const made = (name: string, type: string): PlanStep => {
    const removal = step(name, 'delete', [])
    return { ...removal, current: { ...record(name, []), type, madeFor: { pluginId: 'test/fake', id: 'id pair' } } }
  }
  const [pair, reader] = [step('pair', 'delete', []), step('reader', 'delete', ['pair'])]
  assert.deepEqual(edges(orderSteps([reader, pair, made('pair:a', 'component:fake:index:A')], new Map())), {
    pair: ['reader', 'pair:a'],
    reader: [],
    'pair:a': ['reader'],
  })
  assert.deepEqual(edges(orderSteps([pair, made('thing', 'fake/find')], new Map())), { pair: [], thing: ['pair'] })
})

interface Random {
  readonly action: Action
  readonly wanted: readonly number[]
  readonly recorded: readonly number[]
  readonly destroyFirst: boolean
  /** The index of the removal that frees the slot of the new resource; `undefined` if there is none. */
  readonly takes: number | undefined
}

const random = fc.array(
  fc.record({
    action: fc.constantFrom<Action>('create', 'update', 'replace', 'delete', 'forget', 'none'),
    wanted: fc.array(fc.nat(30), { maxLength: 3 }),
    recorded: fc.array(fc.nat(30), { maxLength: 3 }),
    destroyFirst: fc.boolean(),
    takes: fc.option(fc.nat(30), { nil: undefined }),
  }),
  { maxLength: 12 },
)

/** Makes random steps. Wanted and recorded edges may contradict each other; each of the two kinds has no cycle. */
function randomSteps(list: readonly Random[]): readonly PlanStep[] {
  const wanted = new Map<string, string[]>()
  const steps = list.map(({ action, recorded, destroyFirst }, index) => {
    const later = recorded.map((other) => index + 1 + other).filter((other) => other < list.length)
    const names = [...new Set(later)].map((other) => `r${other}`)
    return step(`r${index}`, action, action === 'create' ? undefined : names, action === 'replace' && destroyFirst)
  })
  for (const [index, { wanted: needs, action }] of list.entries()) {
    if (action === 'delete' || action === 'forget') continue
    const isWanted = (other: number): boolean => !['delete', 'forget'].includes(list[other]?.action ?? 'delete')
    const earlier = needs.map((other) => (index === 0 ? -1 : other % index)).filter((other) => other >= 0)
    wanted.set(
      `r${index}`,
      [...new Set(earlier)].filter(isWanted).map((other) => `r${other}`),
    )
  }
  return orderSteps(steps, wanted, readersGoFirst(steps, takenOf(list, steps), providersOf(new Map())))
}

/** The slots that can be taken. Only a resource that is removed before anything is made again has such a slot. */
function takenOf(list: readonly Random[], steps: readonly PlanStep[]): ReadonlyMap<string, readonly string[]> {
  const removals = steps.flatMap(({ key, action, destroyFirst }) => {
    if (action === 'delete') return [key]
    return action === 'replace' && destroyFirst === true ? [oldKey(key)] : []
  })
  return new Map(
    steps.flatMap(({ key, action, destroyFirst }, index) => {
      const removal = removals[(list[index]?.takes ?? NaN) % removals.length]
      const isMade = action === 'create' || (action === 'replace' && destroyFirst === true)
      return isMade && removal !== undefined && removal !== oldKey(key) ? [[key, [removal]]] : []
    }),
  )
}

test('an order exists even if all dependencies are reversed', () => {
  fc.assert(
    fc.property(random, (list) => {
      const plan: Plan = {
        format: 3,
        regrouped: [],
        operation: 'up',
        instance: 'site',
        stateVersion: 1,
        blueprintHash: '',
        steps: randomSteps(list),
        exports: {},
        exportsChanged: false,
      }
      const nodes = plan.steps.flatMap(({ key, action }) => (action === 'replace' ? [key, `${key} (old)`] : [key]))
      const index = new Map(nodes.map((name, at) => [name, at]))
      const after = new Map(Object.entries(edges(plan.steps)))
      const dependencies = nodes.map((name) => (after.get(name) ?? []).map((other) => index.get(other) ?? -1))
      assert.ok(dependencies.every((some) => some.every((other) => other >= 0)))
      assert.deepEqual(sortGraph({ nodes, dependencies }).broken, [])
      const graph = new StepGraph()
      graph.add(plan, providersOf(new Map()))
      const numbers = graph.nodes.map((_, number) => String(number))
      assert.deepEqual(sortGraph({ nodes: numbers, dependencies: graph.dependencies }).broken, [])
    }),
    { numRuns: 1000 },
  )
})
