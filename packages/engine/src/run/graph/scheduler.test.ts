import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { Scheduler, type Walked } from './scheduler.ts'
import type { PlanStep } from '../../plan/shape/plan.ts'
import type { StepNode } from './step-graph.ts'

const about = { key: 'r', name: 'r', type: 't', action: 'create', wish: {}, changes: [], replaceBecause: [], after: [] }
const step = about as PlanStep

/** A graph that a test can extend during the run. */
class Grown implements Walked {
  readonly nodes: StepNode[] = []
  readonly dependencies: number[][] = []
  readonly stable = new Map<number, number>()
  readonly height: number[] = []

  add(needs: readonly number[], height = 1, node: StepNode = { kind: 'step', step }): void {
    const number = this.nodes.push(node) - 1
    if (node.kind === 'stable') this.stable.set(node.of, number)
    this.dependencies.push(node.kind === 'stable' ? [] : [...needs])
    this.height.push(height)
  }
}

function graphOf(dependencies: readonly (readonly number[])[], height: readonly number[] = []): Walked {
  const graph = new Grown()
  for (const [index, needs] of dependencies.entries()) graph.add(needs, height[index])
  return graph
}

/** A runner whose nodes end only when the test ends them. */
class Hand {
  readonly started: number[] = []
  readonly skipped: [number, number][] = []
  readonly instant = new Set<number>()

  start(node: number): void {
    this.started.push(node)
  }

  isInstant(node: number): boolean {
    return this.instant.has(node)
  }

  skip(node: number, culprit: number): void {
    this.skipped.push([node, culprit])
  }
}

const dags = fc
  .array(fc.array(fc.nat(50), { maxLength: 4 }), { minLength: 1, maxLength: 30 })
  .map((list) => list.map((needs, index) => [...new Set(index === 0 ? [] : needs.map((need) => need % index))]))

/** A node with its result after a start, and whether the node comes only after the run has begun. */
interface Arrival {
  readonly needs: readonly number[]
  readonly kind: 'step' | 'tried' | 'stable'
  readonly height: number
  readonly fate: 'done' | 'unstable' | 'failed'
  readonly isLate: boolean
}

const arrivals = fc
  .array(
    fc.record({
      needs: fc.array(fc.nat(50), { maxLength: 4 }),
      kind: fc.constantFrom('step', 'step', 'step', 'tried', 'stable' as const),
      height: fc.integer({ min: 1, max: 5 }),
      fate: fc.constantFrom('done', 'done', 'done', 'unstable', 'failed' as const),
      isLate: fc.boolean(),
    }),
    { minLength: 1, maxLength: 30 },
  )
  .map(wellFormed)

/** Makes a list of arrivals consistent: only steps become stable, each of them for one node, and a node after a late node is late as well. */
function wellFormed(list: readonly Arrival[]): readonly Arrival[] {
  const made: Arrival[] = []
  const stood = new Set<number>()
  let isLate = false
  for (const [index, arrival] of list.entries()) {
    isLate ||= arrival.isLate
    const needs = index === 0 ? [] : [...new Set(arrival.needs.map((need) => need % index))]
    const of = needs.find((need) => made[need]?.kind === 'step' && !stood.has(need))
    const isStable = arrival.kind === 'stable' && of !== undefined
    if (isStable) stood.add(of)
    const kind = arrival.kind === 'stable' && !isStable ? 'step' : arrival.kind
    made.push({ ...arrival, kind, needs: isStable ? [of] : needs, isLate })
  }
  return made
}

/** Lets nodes come, end and become stable in any order, and checks for each start that the node may start then. */
class World {
  /** The end of each node. */
  readonly ends = new Map<number, 'done' | 'failed' | 'skipped'>()
  readonly #list: readonly Arrival[]
  readonly #graph = new Grown()
  readonly #scheduler: Scheduler
  readonly #running = new Set<number>()
  readonly #unsaid = new Set<number>()
  #come = 0

  constructor(list: readonly Arrival[], limit: number) {
    this.#list = list
    while (list[this.#come]?.isLate === false) this.#arrive()
    this.#scheduler = new Scheduler(this.#graph, limit, {
      start: (node) => {
        assert.ok(this.#running.size < limit && this.#isReady(node) && !this.#misses(node))
        assert.ok(!this.#running.has(node) && !this.ends.has(node))
        const isBehind = (other: Arrival, at: number): boolean =>
          other.kind !== 'stable' && !this.#running.has(at) && this.#isReady(at) && other.height > this.#height(node)
        assert.ok(!list.slice(0, this.#come).some(isBehind), 'another has a longer way')
        this.#running.add(node)
      },
      isInstant: (node) => {
        const isInstant = list[node]?.kind === 'tried'
        if (isInstant) this.ends.set(node, 'done')
        return isInstant
      },
      skip: (node) => {
        assert.ok(this.#isReady(node) && this.#misses(node))
        this.#end(node, 'skipped')
      },
    })
    this.#scheduler.begin()
  }

  /** Performs one of the possible next acts; false when no act is possible. */
  act(choose: (choices: number) => number): boolean {
    const acts = [
      ...Array.from(this.#running, (node) => () => this.#finish(node)),
      ...Array.from(this.#unsaid, (node) => () => this.#stabilise(node)),
      ...(this.#come < this.#list.length ? [() => this.#grow()] : []),
    ]
    acts[choose(acts.length)]?.()
    return acts.length > 0
  }

  #grow(): void {
    const node = this.#come
    this.#arrive()
    const of = this.#list[node]?.kind === 'stable' ? this.#list[node].needs[0] : undefined
    if (of !== undefined && this.ends.has(of) && !this.#unsaid.has(of)) this.#become(node, of)
    this.#scheduler.grow()
  }

  #arrive(): void {
    const { needs = [], height, kind } = this.#list[this.#come++] ?? {}
    const node: StepNode =
      kind === 'stable' ? { kind, step, of: needs[0] ?? 0 } : kind === 'tried' ? { kind } : { kind: 'step', step }
    this.#graph.add(needs, height, node)
  }

  #finish(node: number): void {
    this.#running.delete(node)
    const hasFailed = this.#list[node]?.fate === 'failed'
    if (!hasFailed) this.#unsaid.add(node)
    this.#end(node, hasFailed ? 'failed' : 'done')
    if (hasFailed) this.#scheduler.fail(node)
    else this.#scheduler.succeed(node)
    this.#scheduler.release()
  }

  #stabilise(node: number): void {
    this.#unsaid.delete(node)
    const stable = this.#graph.stable.get(node)
    if (stable !== undefined) this.#become(stable, node)
    this.#scheduler.stabilised(node, this.#list[node]?.fate === 'done')
  }

  /** Ends a node. A step that is not done does not become stable. */
  #end(node: number, end: 'done' | 'failed' | 'skipped'): void {
    this.ends.set(node, end)
    const stable = this.#graph.stable.get(node)
    if (end !== 'done' && stable !== undefined) this.#become(stable, node)
  }

  #become(stable: number, of: number): void {
    const isStable = this.ends.get(of) === 'done' && this.#list[of]?.fate === 'done'
    this.ends.set(stable, isStable ? 'done' : 'failed')
  }

  #isReady(node: number): boolean {
    return !this.ends.has(node) && this.#list[node]?.needs.every((needed) => this.ends.has(needed)) === true
  }

  #misses(node: number): boolean {
    return this.#list[node]?.needs.some((needed) => this.ends.get(needed) !== 'done') === true
  }

  #height(node: number): number {
    return this.#list[node]?.height ?? 0
  }
}

describe('a scheduler', () => {
  test('starts every node once, after its dependencies and within the limit, and skips only dependents of failures', () => {
    fc.assert(
      fc.property(dags, fc.integer({ min: 1, max: 5 }), fc.infiniteStream(fc.nat(99)), (dependencies, limit, dice) => {
        const hand = new Hand()
        const scheduler = new Scheduler(graphOf(dependencies), limit, hand)
        const done = new Set<number>()
        const failed = new Set<number>()
        const running = new Set<number>()
        let seen = 0
        scheduler.begin()
        for (;;) {
          for (const node of hand.started.slice(seen)) {
            assert.ok(dependencies[node]?.every((needed) => done.has(needed)))
            running.add(node)
          }
          seen = hand.started.length
          assert.ok(running.size <= limit)
          const list = [...running]
          const node = list[(dice.next().value ?? 0) % list.length]
          if (node === undefined) break
          running.delete(node)
          if ((dice.next().value ?? 0) < 15) {
            failed.add(node)
            scheduler.fail(node)
          } else {
            done.add(node)
            scheduler.succeed(node)
          }
          scheduler.release()
        }
        assert.equal(scheduler.left, 0)
        assert.equal(new Set(hand.started).size, hand.started.length)
        assert.equal(hand.started.length + hand.skipped.length, dependencies.length)
        const skipped = new Set(hand.skipped.map(([node]) => node))
        for (const [node, needs] of dependencies.entries()) {
          const isHit = needs.some((needed) => failed.has(needed) || skipped.has(needed))
          assert.equal(skipped.has(node), isHit)
        }
      }),
      { numRuns: 100 },
    )
  })

  test('starts the longest chain first', () => {
    const hand = new Hand()
    const scheduler = new Scheduler(graphOf([[], [], [], []], [1, 3, 2, 3]), 1, hand)
    scheduler.begin()
    for (const node of [1, 3, 2, 0]) {
      assert.equal(hand.started.at(-1), node)
      scheduler.succeed(node)
      scheduler.release()
    }
  })

  test('runs a hundred thousand instant nodes without a deep stack', () => {
    const size = 100_000
    const hand = new Hand()
    for (let node = 0; node < size; node++) hand.instant.add(node)
    const chain = Array.from({ length: size }, (_, index) => (index === 0 ? [] : [index - 1]))
    const scheduler = new Scheduler(graphOf(chain), 1, hand)
    scheduler.begin()
    assert.equal(scheduler.left, 0)
  })

  test('treats late nodes as if all had been there from the start', () => {
    fc.assert(
      fc.property(arrivals, fc.integer({ min: 1, max: 4 }), fc.infiniteStream(fc.nat(99)), (list, limit, dice) => {
        const atOnce = new World(
          list.map((arrival) => ({ ...arrival, isLate: false })),
          limit,
        )
        while (atOnce.act(() => 0));
        const late = new World(list, limit)
        while (late.act((choices) => (dice.next().value ?? 0) % choices));
        assert.deepEqual(late.ends, atOnce.ends)
        assert.equal(late.ends.size, list.length)
      }),
      { numRuns: 300 },
    )
  })

  test('refuses a node that waits for a missing one, and every node after the end', () => {
    const graph = new Grown()
    const scheduler = new Scheduler(graph, 1, new Hand())
    scheduler.begin()
    graph.add([1])
    assert.throws(() => scheduler.grow(), RangeError)
    scheduler.close()
    assert.throws(() => scheduler.grow(), /already ended/)
  })

  test('does work for a late node only in proportion to its edges', () => {
    const graph = new Grown()
    const hand = new Hand()
    const scheduler = new Scheduler(graph, 1, hand)
    scheduler.begin()
    for (let node = 0; node < 50_000; node++) {
      graph.add(node === 0 ? [] : [node - 1])
      scheduler.grow()
    }
    for (let node = 0; node < 50_000; node++) {
      scheduler.succeed(node)
      scheduler.release()
    }
    assert.equal(hand.started.length, 50_000)
    assert.equal(scheduler.left, 0)
  })

  test('starts nothing after a stop', () => {
    const hand = new Hand()
    const scheduler = new Scheduler(graphOf([[], [0]]), 2, hand)
    scheduler.begin()
    scheduler.stop()
    scheduler.succeed(0)
    assert.deepEqual(hand.started, [0])
    assert.equal(scheduler.left, 1)
  })
})
