import { Frontier } from '@slipway/graph'
import type { StepGraph } from './step-graph.ts'

/** Does the work for a scheduler. */
export interface Runner {
  /** Starts a node that needs a slot. Must not throw; ends with `succeed` or `fail`, now or later. */
  start(node: number): void
  /** True for a node that takes no time. It is done as soon as its turn comes, without a slot. */
  isInstant(node: number): boolean
  /** Reports that a node will not be started, because it depends on `culprit`, which was not done. */
  skip(node: number, culprit: number): void
}

/** The graph that the scheduler walks through. It may grow during the walk. */
export type Walked = Pick<StepGraph, 'nodes' | 'dependencies' | 'stable' | 'height'>

/**
 * Starts each node as soon as its dependencies are done, with a limit on how many run at a time. Nodes with the longest chain of dependents come
 * first. The scheduler counts instead of searching, so a node costs as much as its edges, however deep the graph is and whenever the node comes.
 * Only dependents that came together with a node count for its chain.
 */
export class Scheduler {
  readonly #graph: Walked
  readonly #frontier: Frontier
  readonly #ready: ReadyQueue
  readonly #limit: number
  readonly #runner: Runner
  readonly #failed = new Set<number>()
  /** Whether each node has become stable, for nodes of which that is known. */
  readonly #stability = new Map<number, boolean>()
  #known: number
  #running = 0
  #left: number
  #isClosed = false
  #isStopped = false
  #isPumping = false

  constructor(graph: Walked, limit: number, runner: Runner) {
    const { nodes, dependencies, height } = graph
    this.#graph = graph
    this.#limit = Math.max(1, limit)
    this.#runner = runner
    this.#frontier = new Frontier({ nodes: nodes.map(({ kind }) => kind), dependencies })
    this.#ready = new ReadyQueue(height)
    this.#known = nodes.length
    this.#left = nodes.length
  }

  /** The number of nodes that are neither done, failed nor skipped. */
  get left(): number {
    return this.#left
  }

  begin(): void {
    this.#queue(this.#frontier.roots())
    this.#pump()
  }

  /**
   * Takes the nodes that were added to the graph since the last call. Nodes that depend on a failed node are skipped, as if all had come at once.
   *
   * @throws Error when the scheduler is closed
   */
  grow(): void {
    if (this.#isClosed) throw new Error('the run has already ended')
    const { nodes, dependencies } = this.#graph
    const first = this.#known
    this.#known = nodes.length
    this.#left += nodes.length - first
    this.#queue(this.#frontier.add(dependencies.slice(first)))
    for (let number = first; number < nodes.length; number++) {
      const node = nodes[number]
      const isStable = node?.kind === 'stable' ? this.#stability.get(node.of) : undefined
      if (isStable === true) this.#settle(number)
      else if (isStable === false) this.#fail(number)
    }
    this.#pump()
  }

  /** Declares that no more nodes will come. */
  close(): void {
    this.#isClosed = true
  }

  /** Starts no more nodes. */
  stop(): void {
    this.#isStopped = true
  }

  succeed(node: number): void {
    this.#settle(node)
    this.#pump()
  }

  /** Marks a node as failed. A failed node is not stable, either. */
  fail(node: number): void {
    this.#fail(node)
    this.#pump()
  }

  /** Notes whether a deployed resource has become stable. */
  stabilised(node: number, isStable: boolean): void {
    this.#note(node, isStable)
    const stable = this.#graph.stable.get(node)
    if (stable === undefined) return
    if (isStable) this.succeed(stable)
    else this.fail(stable)
  }

  /** Frees the slot of a started node for another. Call it once for each started node. */
  release(): void {
    this.#running--
    this.#pump()
  }

  #fail(node: number): void {
    this.#failed.add(node)
    this.#settle(node)
    this.#note(node, false)
    const stable = this.#graph.stable.get(node)
    if (stable !== undefined) this.#fail(stable)
  }

  /** Remembers whether a node is stable, for dependents that come later. */
  #note(node: number, isStable: boolean): void {
    if (!this.#isClosed) this.#stability.set(node, isStable)
  }

  #settle(node: number): void {
    this.#left--
    this.#queue(this.#frontier.complete(node))
  }

  /** Queues nodes to start. A node of the kind `stable` is never started. */
  #queue(ready: readonly number[]): void {
    for (const node of ready) if (this.#graph.nodes[node]?.kind !== 'stable') this.#ready.push(node)
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
    const culprit = isSoft ? undefined : this.#graph.dependencies[node]?.find((needed) => this.#failed.has(needed))
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

/** The nodes that may start. The node with the longest chain of dependents comes first; among equals, the first in the plan. */
export class ReadyQueue {
  readonly #heap: number[] = []
  readonly #height: ArrayLike<number>

  constructor(height: ArrayLike<number>) {
    this.#height = height
  }

  push(node: number): void {
    const heap = this.#heap
    let at = heap.push(node) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!this.#isBefore(node, heap[parent] as number)) break
      heap[at] = heap[parent] as number
      at = parent
    }
    heap[at] = node
  }

  pop(): number | undefined {
    const heap = this.#heap
    const first = heap[0]
    const last = heap.pop()
    if (first === undefined || last === undefined || heap.length === 0) return first
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && this.#isBefore(heap[child + 1] as number, heap[child] as number)) child++
      if (!this.#isBefore(heap[child] as number, last)) break
      heap[at] = heap[child] as number
      at = child
    }
    heap[at] = last
    return first
  }

  #isBefore(a: number, b: number): boolean {
    const difference = (this.#height[a] as number) - (this.#height[b] as number)
    return difference === 0 ? a < b : difference > 0
  }
}
