import { findCycle } from './cycle.ts'
import { comparePositions, type StageEdge, type StageItem, type StagePosition } from './stage-item.ts'
import { zeroPostfix } from './stage-postfix.ts'

/** Edges that contradict each other, in order: against the numbers, or in a circle. */
interface PlacementConflict {
  readonly kind: 'numbers' | 'cycle'
  readonly edges: readonly number[]
}

export interface Placement {
  /** The position of every item, including those that had none. */
  readonly positions: readonly StagePosition[]
  readonly conflicts: readonly PlacementConflict[]
}

const zero: StagePosition = { number: zeroPostfix, gap: false }

/** Gives items without a number the position nearest to 0 that their edges allow, and finds edges against numbers. */
export function placeFreeItems(items: readonly StageItem[], edges: readonly StageEdge[]): Placement {
  if (edges.length === 0) return { positions: items.map(({ position }) => position ?? zero), conflicts: [] }
  const free = new FreeItems(items, edges)
  if (free.cycle !== undefined) {
    return {
      positions: items.map(({ position }) => position ?? zero),
      conflicts: [{ kind: 'cycle', edges: free.cycle }],
    }
  }
  const lowest = free.bounds('forward')
  const highest = free.bounds('backward')
  const conflicts = [...numberConflicts(items, edges), ...freeConflicts(free, lowest, highest)]
  const positions = items.map(
    ({ position }, item) => position ?? between(lowest[item]?.position, highest[item]?.position),
  )
  return { positions, conflicts }
}

/** The bound of an item's position, and the edge that sets it. */
interface Bound {
  readonly position: StagePosition
  readonly edge: number
}

type Bounds = readonly (Bound | undefined)[]

class FreeItems {
  readonly items: readonly StageItem[]
  readonly edges: readonly StageEdge[]
  /** Indexes of the items without a number, each after those that must come before it. */
  readonly order: readonly number[]
  readonly cycle: readonly number[] | undefined
  readonly #into: readonly (readonly number[])[]
  readonly #outOf: readonly (readonly number[])[]

  constructor(items: readonly StageItem[], edges: readonly StageEdge[]) {
    this.items = items
    this.edges = edges
    const into: number[][] = items.map(() => [])
    const outOf: number[][] = items.map(() => [])
    for (const [edge, { first, second }] of edges.entries()) {
      if (this.#isFree(second)) into[second]?.push(edge)
      if (this.#isFree(first)) outOf[first]?.push(edge)
    }
    this.#into = into
    this.#outOf = outOf
    this.order = this.#sorted()
    const count = items.filter(({ position }) => position === undefined).length
    this.cycle = this.order.length === count ? undefined : this.#findCycle()
  }

  /** For each free item the tightest bound that numbered items put on it, directly or through other free items. */
  bounds(direction: 'forward' | 'backward'): Bounds {
    const forward = direction === 'forward'
    const bounds: (Bound | undefined)[] = []
    for (const item of forward ? this.order : this.order.toReversed()) {
      for (const edge of (forward ? this.#into : this.#outOf)[item] ?? []) {
        const other = this.#end(edge, forward ? 'first' : 'second')
        const position = this.items[other]?.position ?? bounds[other]?.position
        if (position === undefined) continue
        const known = bounds[item]
        const tighter = known === undefined || comparePositions(position, known.position) * (forward ? 1 : -1) > 0
        if (tighter) bounds[item] = { position, edge }
      }
    }
    return bounds
  }

  /** The edges that lead from the numbered item behind a bound to the item, or on from it. */
  chain(item: number, bounds: Bounds, towards: 'first' | 'second'): readonly number[] {
    const chain: number[] = []
    for (let bound = bounds[item]; bound !== undefined;) {
      chain.push(bound.edge)
      const next = this.#end(bound.edge, towards)
      bound = this.#isFree(next) ? bounds[next] : undefined
    }
    return towards === 'first' ? chain.toReversed() : chain
  }

  #isFree(item: number): boolean {
    return this.items[item]?.position === undefined
  }

  #end(edge: number, which: 'first' | 'second'): number {
    return this.edges[edge]?.[which] ?? 0
  }

  #sorted(): readonly number[] {
    const missing = this.items.map(
      (_, item) => (this.#into[item] ?? []).filter((edge) => this.#isFree(this.#end(edge, 'first'))).length,
    )
    const order = this.items.flatMap((_, item) => (this.#isFree(item) && missing[item] === 0 ? [item] : []))
    // The list grows during the loop, because each item adds those that waited for it.
    for (const item of order) {
      for (const edge of this.#outOf[item] ?? []) {
        const next = this.#end(edge, 'second')
        if (!this.#isFree(next)) continue
        missing[next] = (missing[next] ?? 0) - 1
        if (missing[next] === 0) order.push(next)
      }
    }
    return order
  }

  #findCycle(): readonly number[] {
    const inside = (edge: number): boolean => this.#isFree(this.#end(edge, 'first'))
    const dependencies = this.items.map((_, item) =>
      (this.#into[item] ?? []).filter(inside).map((edge) => this.#end(edge, 'first')),
    )
    const cycle = findCycle({ nodes: this.items.map(({ name }) => name), dependencies }) ?? []
    const edgeBetween = (first: number | undefined, second: number): number =>
      (this.#into[second] ?? []).find((edge) => this.#end(edge, 'first') === first) ?? 0
    return cycle.map((node, at) => edgeBetween(cycle[(at + 1) % cycle.length], node)).toReversed()
  }
}

function numberConflicts(items: readonly StageItem[], edges: readonly StageEdge[]): readonly PlacementConflict[] {
  const against = ({ first, second }: StageEdge): boolean => {
    const [before, after] = [items[first]?.position, items[second]?.position]
    return before !== undefined && after !== undefined && comparePositions(before, after) > 0
  }
  return edges.flatMap((edge, index) => (against(edge) ? [{ edges: [index], kind: 'numbers' }] : []))
}

/** A chain of several free items is one conflict, not one for each of them. */
function freeConflicts(free: FreeItems, lowest: Bounds, highest: Bounds): readonly PlacementConflict[] {
  const found = new Map<string, PlacementConflict>()
  for (const item of free.order) {
    const [low, high] = [lowest[item], highest[item]]
    if (low === undefined || high === undefined || comparePositions(low.position, high.position) <= 0) continue
    const edges = [...free.chain(item, lowest, 'first'), ...free.chain(item, highest, 'second')]
    found.set(edges.join(), { edges, kind: 'numbers' })
  }
  return [...found.values()]
}

function between(low: StagePosition | undefined, high: StagePosition | undefined): StagePosition {
  if (low !== undefined && comparePositions(zero, low) < 0) return low
  if (high !== undefined && comparePositions(zero, high) > 0) return high
  return zero
}
