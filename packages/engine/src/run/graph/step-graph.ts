import { type Graph, sortGraph } from '@slipway/graph'
import type { Providers } from '../../providers/providers.ts'
import {
  awaitedByNew,
  isCreated,
  isDeployed,
  isEnd,
  isNew,
  leavesOld,
  oldKey,
  type Plan,
  type PlanStep,
} from '../../plan/shape/plan.ts'
import { begunRemovals, halfGone } from '../../plan/decide/slots.ts'
import type { LinkStep } from '../../plan/shape/link-step.ts'
import type { ReasonName } from '../../plan/order/reasons.ts'
import { type Wait, waitsToGiveUp } from '../../plan/order/solver.ts'
import { checksOf } from './checks.ts'
import { TurnsByType } from './turns-by-type.ts'

/** A node of the graph that a run walks through. */
export type StepNode =
  /** Makes, changes or removes a resource. */
  | { readonly kind: 'step'; readonly step: PlanStep }
  /** Removes the old resource of a replacement. */
  | { readonly kind: 'old'; readonly step: PlanStep }
  /**
   * Stands for the moment when the resource of the node `of` is stable. The node only exists if something waits for it, and is done when its step
   * says so.
   */
  | { readonly kind: 'stable'; readonly step: PlanStep; readonly of: number }
  /**
   * Checks that a resource could be made at once. The node only exists if something is destroyed to make room for the resource. `open`: keys of
   * dependencies that themselves wait for that destruction. Unless these dependencies stay as they are, not everything can be known in advance.
   */
  | { readonly kind: 'ready'; readonly step: PlanStep; readonly open: readonly string[] }
  /** Makes, changes or removes a link. */
  | { readonly kind: 'link'; readonly link: LinkStep }
  /** The dependencies of the node have been tried, successfully or not. `isAgain`: they are removals that an earlier run began. */
  | { readonly kind: 'tried'; readonly isAgain?: true }

/** Steps that come together: all steps of a plan, or some that join a run. */
export interface StepPart extends Pick<Plan, 'operation' | 'steps' | 'links' | 'isOfProgram'> {
  /** True if more steps will come, which may still read a replaced resource. Unless the replaced resource makes room, it is removed in a later part. */
  readonly isOpen?: boolean
}

/** The steps of a run as nodes and edges, numbered in the order in which they came. */
export class StepGraph {
  readonly nodes: StepNode[] = []
  /** Nodes of the kind `stable` have no dependencies here: they are never started. */
  readonly dependencies: number[][] = []
  /** The node of the kind `stable` for each step that others want stabilised, by the node of the step. */
  readonly stable = new Map<number, number>()
  /** Keys of all steps and removals on which a new resource waits. */
  readonly early = new Set<string>()
  /** For each node: the length of its longest chain of dependents, among the nodes that came with it. */
  readonly height: number[] = []
  readonly #byKey = new Map<string, number>()
  /** Turns between the steps of a program, which come part by part. */
  readonly #turns = new TurnsByType()

  /** The node with the key of a step, or of the removal of its old resource. */
  find(key: string): number | undefined {
    return this.#byKey.get(key)
  }

  /**
   * Adds steps in their order. New steps may wait for each other and for earlier steps, but earlier steps never wait for new ones, so no cycle can
   * arise later. Among steps that come together, edges that would close a cycle are left out.
   */
  add(part: StepPart, providers: Providers): void {
    const builder = new Builder(this, this.#byKey, part)
    for (const link of part.links ?? []) builder.connectLink(link)
    for (const step of part.steps) builder.connect(step, providers.type(step.type)?.stabilisedDependencies ?? [])
    builder.checkFirst(part)
    const early = awaitedByNew(part.steps)
    for (const key of early) this.early.add(key)
    if (part.operation === 'up') {
      const begun = halfGone(part.steps, providers)
      builder.tryFirst(part, begun)
      builder.removeLast(part, early.union(new Set([...begun.values()].flat())))
      builder.replacedLast(part, early, providers)
    }
    if (part.isOfProgram === true) builder.takeTurns(part, begunRemovals(part.steps, providers), this.#turns)
    builder.finish()
  }
}

class Builder {
  readonly #graph: StepGraph
  readonly #nodes: StepNode[]
  readonly #dependencies: number[][]
  readonly #byKey: Map<string, number>
  /** The first node of this part. */
  readonly #first: number
  /** The nodes of the kind `ready`, by key of their step. */
  readonly #readies = new Map<string, number>()

  constructor(graph: StepGraph, byKey: Map<string, number>, { steps, links = [], isOpen = false }: StepPart) {
    this.#graph = graph
    this.#nodes = graph.nodes
    this.#dependencies = graph.dependencies
    this.#byKey = byKey
    this.#first = graph.nodes.length
    for (const link of links) this.#byKey.set(link.key, this.#add({ kind: 'link', link }, []))
    for (const step of steps) {
      this.#byKey.set(step.key, this.#add({ kind: 'step', step }, []))
      const isLeft = isOpen && step.destroyFirst !== true
      if (leavesOld(step) && !isLeft) this.#byKey.set(oldKey(step.key), this.#add({ kind: 'old', step }, []))
    }
  }

  /** Connects a link with its ends. The ends must be stable: services often refuse to change something that is not. */
  connectLink({ key, after }: LinkStep): void {
    for (const needed of after) this.#connect(this.#byKey.get(key), needed, () => true)
  }

  connect(step: PlanStep, stabilisedTypes: readonly string[]): void {
    const node = this.#byKey.get(step.key)
    for (const key of step.after) this.#connect(node, key, (type) => isEnd(step) || stabilisedTypes.includes(type))
    if (!leavesOld(step)) return
    for (const key of step.oldAfter ?? []) this.#connect(this.#byKey.get(oldKey(step.key)), key, () => true)
  }

  /** Adds checks that successors can be made before anything makes room for them. */
  checkFirst({ steps }: StepPart): void {
    for (const { step, needed, removals } of checksOf(steps)) {
      const nodes = needed.flatMap((key) => this.#byKey.get(key) ?? [])
      const ready = this.#add({ kind: 'ready', step, open: [] }, nodes)
      this.#readies.set(step.key, ready)
      for (const key of removals) this.#depend(this.#byKey.get(key), ready)
    }
  }

  /** Puts removals that an earlier run began before anything of their type is made. */
  tryFirst({ steps }: StepPart, begun: ReadonlyMap<string, readonly string[]>): void {
    for (const [type, keys] of begun) {
      const makers = steps.filter((step) => step.type === type && isCreated(step))
      if (makers.length === 0) continue
      const removals = keys.flatMap((key) => this.#byKey.get(key) ?? [])
      // Each maker has a node of its own: if the removal itself waits for a maker, that maker cannot wait for the removal, but the others can.
      for (const { key } of makers)
        this.#depend(this.#byKey.get(key), this.#add({ kind: 'tried', isAgain: true }, [...removals]))
    }
  }

  /** Puts removals that an earlier run began and steps that make something of their type in turns, for a program, whose next steps nobody knows. */
  takeTurns({ steps }: StepPart, begun: ReadonlyMap<string, readonly string[]>, turns: TurnsByType): void {
    const nodes = (keys: readonly string[]): number[] => keys.flatMap((key) => this.#byKey.get(key) ?? [])
    const made = Map.groupBy(steps.filter(isCreated), ({ type }) => type)
    const makers = Array.from(made, ([type, some]) => [type, nodes(some.map(({ key }) => key))] as const)
    const removals = Array.from(begun, ([type, keys]) => [type, nodes(keys)] as const)
    for (const { nodes: later, tried } of turns.take(new Map(makers), new Map(removals))) {
      const earlier = this.#add({ kind: 'tried' }, [...tried])
      for (const node of later) this.#depend(node, earlier)
    }
  }

  /** Puts removals without a successor after all new resources have stabilised, because the thing may only have been renamed. */
  removeLast({ steps }: StepPart, early: ReadonlySet<string>): void {
    const last = steps.filter(({ action, key }) => action === 'delete' && !early.has(key))
    const made = steps.filter(isNew)
    if (last.length === 0 || made.length === 0) return
    const stable = made.flatMap((step) => {
      const node = this.#byKey.get(step.key)
      return node === undefined ? [] : [this.#stableNode(node, step)]
    })
    const tried = this.#add({ kind: 'tried' }, stable)
    for (const { key } of last) this.#depend(this.#byKey.get(key), tried)
  }

  /**
   * Puts removals of replaced resources after all creates of their type, if only the answer to a create shows which thing it has made. Such a create
   * may turn out to have taken the thing of a replaced resource.
   */
  replacedLast({ steps }: StepPart, early: ReadonlySet<string>, providers: Providers): void {
    const isLast = (step: PlanStep): boolean =>
      leavesOld(step) && step.destroyFirst !== true && !early.has(oldKey(step.key)) && isToldByAnswer(step, providers)
    const lasts = Map.groupBy(steps.filter(isLast), ({ type }) => type)
    if (lasts.size === 0) return
    const creates = Map.groupBy(steps.filter(isCreated), ({ type }) => type)
    for (const [type, last] of lasts) {
      const made = creates.get(type) ?? []
      // A replaced resource waits for its own successor anyway.
      if (made.length === 1) continue
      const tried = this.#add(
        { kind: 'tried' },
        made.flatMap(({ key }) => this.#byKey.get(key) ?? []),
      )
      for (const { key } of last) this.#depend(this.#byKey.get(oldKey(key)), tried)
    }
  }

  /** Connects a node with its dependencies. Removals wait until their dependencies are stable. Other steps only do so if their type requires it. */
  #connect(node: number | undefined, key: string, waitsForStable: (type: string) => boolean): void {
    const dependency = this.#byKey.get(key)
    if (node === undefined || dependency === undefined) return
    const needed = this.#nodes[dependency]
    const isMade = needed?.kind === 'step' && isDeployed(needed.step)
    const target = isMade && waitsForStable(needed.step.type) ? this.#stableNode(dependency, needed.step) : dependency
    this.#dependencies[node]?.push(target)
  }

  #depend(node: number | undefined, dependency: number): void {
    if (node !== undefined) this.#dependencies[node]?.push(dependency)
  }

  #stableNode(node: number, step: PlanStep): number {
    const known = this.#graph.stable.get(node)
    if (known !== undefined) return known
    const stable = this.#add({ kind: 'stable', step, of: node }, [node])
    this.#graph.stable.set(node, stable)
    return stable
  }

  #add(node: StepNode, dependencies: number[]): number {
    this.#dependencies.push(dependencies)
    return this.#nodes.push(node) - 1
  }

  /** Gives up waits that close a circle. Earlier nodes cannot be part of one. */
  finish(): void {
    const isAlone = this.#nodes.length === this.#first + 1 && !this.#dependencies[this.#first]?.includes(this.#first)
    if (isAlone) {
      this.#graph.height.push(1)
      return
    }
    let sorted = sortGraph(this.#part())
    while (sorted.broken.length > 0) {
      const waits = this.#waits()
      for (const { waiter, needed } of waitsToGiveUp(this.#part().nodes, waits))
        this.#giveUp(this.#first + waiter, this.#first + needed)
      sorted = sortGraph(this.#part())
    }
    for (const height of heights(this.#part(), sorted.order)) this.#graph.height.push(height)
    for (let node = this.#first; node < this.#nodes.length; node++)
      if (this.#nodes[node]?.kind === 'stable') this.#dependencies[node] = []
  }

  /** All waits of this part with their reasons. */
  #waits(): readonly Wait[] {
    return this.#part().dependencies.flatMap((dependencies, waiter) =>
      dependencies.map((needed) => ({ waiter, needed, reason: this.#reason(waiter, needed) })),
    )
  }

  #reason(waiter: number, needed: number): ReasonName {
    const [node, other] = [this.#nodes[this.#first + waiter], this.#nodes[this.#first + needed]]
    if (node?.kind === 'tried') return node.isAgain === true ? 'is tried again' : 'may be renamed'
    if (node?.kind === 'ready') return other?.kind === 'ready' ? 'is checked first' : 'is checked'
    return other?.kind === 'ready' ? 'could start' : 'needs'
  }

  /**
   * Removes the wait of one node for another. A check notes the key of the other node. If the other node makes room as well, its own check comes
   * first, because its resource may turn out to stay as it is.
   */
  #giveUp(waiter: number, needed: number): void {
    const node = this.#nodes[waiter]
    const left = (this.#dependencies[waiter] ?? []).filter((other) => other !== needed)
    this.#dependencies[waiter] = left
    const key = node?.kind === 'ready' ? keyOf(this.#nodes[needed]) : undefined
    if (node?.kind !== 'ready' || key === undefined || this.#nodes[needed]?.kind === 'ready') return
    this.#nodes[waiter] = { ...node, open: [...node.open, key] }
    const check = this.#readies.get(key)
    if (check !== undefined && check !== waiter) left.push(check)
  }

  /** The nodes of this part, numbered from 0. */
  #part(): Graph {
    const first = this.#first
    const nodes = this.#nodes.slice(first)
    const names = nodes.map((node) => ('step' in node ? `${node.step.key} ${node.kind}` : node.kind))
    const inside = (needed: readonly number[]): number[] =>
      needed.flatMap((dependency) => (dependency < first ? [] : [dependency - first]))
    const dependencies = first === 0 ? this.#dependencies : this.#dependencies.slice(first).map(inside)
    return { nodes: names, dependencies }
  }
}

function keyOf(node: StepNode | undefined): string | undefined {
  if (node === undefined || node.kind === 'tried') return undefined
  return node.kind === 'link' ? node.link.key : node.step.key
}

/**
 * True if the blueprint does not determine which thing the resource is, and the provider does not promise that a create never takes an existing
 * thing.
 */
function isToldByAnswer({ type }: PlanStep, providers: Providers): boolean {
  const { identity, settlement } = providers.type(type) ?? {}
  return identity === undefined && settlement !== 'find'
}

function heights(graph: Graph, order: readonly number[]): Uint32Array {
  const height = new Uint32Array(graph.nodes.length).fill(1)
  for (const node of order.toReversed()) {
    const above = (height[node] as number) + 1
    for (const dependency of graph.dependencies[node] ?? []) {
      if ((height[dependency] as number) < above) height[dependency] = above
    }
  }
  return height
}
