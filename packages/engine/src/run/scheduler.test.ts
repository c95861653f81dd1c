import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { Scheduler } from './scheduler.ts'
import type { StepGraph } from './step-graph.ts'

const step = { key: 'r', name: 'r', type: 't', action: 'none', changes: [], replaceBecause: [], after: [] } as const

function graphOf(dependencies: readonly (readonly number[])[], height: readonly number[] = []): StepGraph {
  return {
    nodes: dependencies.map(() => ({ kind: 'step', step })),
    graph: { nodes: dependencies.map((_, index) => `r${index}`), dependencies },
    stable: new Map(),
    early: new Set(),
    height: Uint32Array.from(dependencies, (_, index) => height[index] ?? 1),
  }
}

/** Runs nodes by hand: a test ends them when it likes. */
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

describe('a scheduler', () => {
  test('starts every node once, after its dependencies, within the limit; skips exactly what depends on failures', () => {
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

  test('takes the longest way first', () => {
    const hand = new Hand()
    const scheduler = new Scheduler(graphOf([[], [], [], []], [1, 3, 2, 3]), 1, hand)
    scheduler.begin()
    for (const node of [1, 3, 2, 0]) {
      assert.equal(hand.started.at(-1), node)
      scheduler.succeed(node)
      scheduler.release()
    }
  })

  test('goes through a hundred thousand nodes that take no time without a deep stack', () => {
    const size = 100_000
    const hand = new Hand()
    for (let node = 0; node < size; node++) hand.instant.add(node)
    const chain = Array.from({ length: size }, (_, index) => (index === 0 ? [] : [index - 1]))
    const scheduler = new Scheduler(graphOf(chain), 1, hand)
    scheduler.begin()
    assert.equal(scheduler.left, 0)
  })

  test('starts nothing more once stopped', () => {
    const hand = new Hand()
    const scheduler = new Scheduler(graphOf([[], [0]]), 2, hand)
    scheduler.begin()
    scheduler.stop()
    scheduler.succeed(0)
    assert.deepEqual(hand.started, [0])
    assert.equal(scheduler.left, 1)
  })
})
