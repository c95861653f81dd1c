import { Frontier } from '@slipway/graph'
import { ReadyQueue } from './ready-queue.ts'
import type { StepGraph } from './step-graph.ts'

/** Called by a scheduler to do the work. */
export interface Runner {
  /** Starts a node that needs a slot. Must not throw; ends with `succeed` or `fail`, now or later. */
  start(node: number): void
  /** True for a node that takes no time: it is done as soon as its turn comes, without a slot. */
  isInstant(node: number): boolean
  /** A node will not be started, because `culprit`, on which it depends, was not done. */
  skip(node: number, culprit: number): void
}

/**
 * Starts nodes as soon as what they depend on is done, at most so many at a time, the longest way first.
 * Counts instead of searching: the cost of a node is that of its edges, whatever the depth.
 */
export class Scheduler {
  readonly #graph: StepGraph
  readonly #frontier: Frontier
  readonly #ready: ReadyQueue
  readonly #limit: number
  readonly #runner: Runner
  readonly #failed: Uint8Array
  #running = 0
  #left: number
  #isStopped = false
  #isPumping = false

  constructor(graph: StepGraph, limit: number, runner: Runner) {
    this.#graph = graph
    this.#limit = Math.max(1, limit)
    this.#runner = runner
    this.#frontier = new Frontier(graph.graph)
    this.#ready = new ReadyQueue(graph.height)
    this.#failed = new Uint8Array(graph.nodes.length)
    this.#left = graph.nodes.length
  }

  /** Nodes that are neither done, failed nor skipped. */
  get left(): number {
    return this.#left
  }

  begin(): void {
    const waiting = new Set(this.#graph.stable.values())
    for (const root of this.#frontier.roots()) if (!waiting.has(root)) this.#ready.push(root)
    this.#pump()
  }

  /** Starts no more nodes. */
  stop(): void {
    this.#isStopped = true
  }

  succeed(node: number): void {
    this.#settle(node)
    this.#pump()
  }

  /** A step that is not done is not stable either. */
  fail(node: number): void {
    this.#fail(node)
    this.#pump()
  }

  /** A deployed resource has become stable, or has not. */
  stabilised(node: number, isStable: boolean): void {
    const stable = this.#graph.stable.get(node)
    if (stable === undefined) return
    if (isStable) this.succeed(stable)
    else this.fail(stable)
  }

  /** The slot of a started node is free for another. Once per started node. */
  release(): void {
    this.#running--
    this.#pump()
  }

  #fail(node: number): void {
    this.#failed[node] = 1
    this.#settle(node)
    const stable = this.#graph.stable.get(node)
    if (stable !== undefined) this.#fail(stable)
  }

  #settle(node: number): void {
    this.#left--
    for (const ready of this.#frontier.complete(node)) this.#ready.push(ready)
  }

  #pump(): void {
    if (this.#isPumping) return
    this.#isPumping = true
    while (!this.#isStopped && this.#running < this.#limit) {
      const node = this.#ready.pop()
      if (node === undefined) break
      this.#take(node)
    }
    this.#isPumping = false
  }

  #take(node: number): void {
    const isSoft = this.#graph.nodes[node]?.kind === 'tried'
    const culprit = isSoft
      ? undefined
      : this.#graph.graph.dependencies[node]?.find((dependency) => this.#failed[dependency] === 1)
    if (culprit !== undefined) {
      this.#runner.skip(node, culprit)
      this.#fail(node)
    } else if (this.#runner.isInstant(node)) this.#settle(node)
    else {
      this.#running++
      this.#runner.start(node)
    }
  }
}
