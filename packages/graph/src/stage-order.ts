import { findCycle } from './cycle.ts'
import { placeFreeItems } from './stage-placement.ts'
import { comparePositions, type StageEdge, type StageItem, type StagePosition } from './stage-item.ts'

/** The reason why an item comes after the one before it. */
export type OrderRule = 'postfix' | 'edge' | 'name' | 'file-order'

export interface PlacedItem {
  readonly item: number
  /** `postfix` for the first of all. */
  readonly rule: OrderRule
}

/** Edges that cannot hold, as indexes: a chain from a higher number to a lower one, or a cycle. */
export interface StageConflict {
  readonly kind: 'numbers' | 'cycle'
  readonly edges: readonly number[]
}

export interface StageOrder {
  /** Every item that is not a marker, once; useless if there are conflicts. */
  readonly order: readonly PlacedItem[]
  readonly conflicts: readonly StageConflict[]
}

/**
 * One sort for numbers, names and edges. Numbers come first; edges order items with the same number, and place items without one; then
 * names count, then places in the file. The result does not depend on the order of the items or edges.
 */
export function orderStage(items: readonly StageItem[], edges: readonly StageEdge[]): StageOrder {
  const placement = placeFreeItems(items, edges)
  const conflicts = [...placement.conflicts]
  const groups = groupByPosition(placement.positions)
  const inner = edgesByGroup(groups, items.length, edges)
  const order: PlacedItem[] = []
  for (let number = 0; number < groups.length; number++) {
    const members = itemAt(groups, number)
    const within = inner.get(number)
    const sorted = sortGroup(items, members, edges, within ?? [])
    // A cycle that the placement has found appears here again.
    if (sorted.cycle !== undefined && placement.conflicts.length === 0)
      conflicts.push({ kind: 'cycle', edges: sorted.cycle })
    appendGroup(order, items, sorted.order, within && new Set(within.map((edge) => edgeKey(edges[edge]))))
  }
  return { order, conflicts }
}

/** Edges between members of one group, keyed by the number of the group. */
function edgesByGroup(
  groups: readonly (readonly number[])[],
  size: number,
  edges: readonly StageEdge[],
): ReadonlyMap<number, readonly number[]> {
  if (edges.length === 0) return new Map()
  const groupOf = new Uint32Array(size)
  for (const [number, members] of groups.entries()) for (const item of members) groupOf[item] = number
  const inner = new Map<number, number[]>()
  for (const [index, { first, second }] of edges.entries()) {
    const group = groupOf[first] ?? 0
    if (group !== groupOf[second]) continue
    const list = inner.get(group)
    if (list === undefined) inner.set(group, [index])
    else list.push(index)
  }
  return inner
}

/** The items at the same number, from the lowest number to the highest. */
function groupByPosition(positions: readonly StagePosition[]): readonly (readonly number[])[] {
  const compare = (a: number, b: number): number => comparePositions(itemAt(positions, a), itemAt(positions, b))
  const sorted = [...positions.keys()].sort(compare)
  const groups: number[][] = []
  let last: number[] = []
  for (let index = 0; index < sorted.length; index++) {
    const item = itemAt(sorted, index)
    if (index > 0 && compare(itemAt(sorted, index - 1), item) === 0) last.push(item)
    else groups.push((last = [item]))
  }
  return groups
}

function itemAt<T>(list: readonly T[], index: number): T {
  return list[index] as T
}

interface SortedGroup {
  readonly order: readonly number[]
  /** Edges of a cycle among the members. */
  readonly cycle?: readonly number[]
}

function sortGroup(
  items: readonly StageItem[],
  members: readonly number[],
  edges: readonly StageEdge[],
  inner: readonly number[],
): SortedGroup {
  if (members.length === 1 && inner.length === 0) return { order: members }
  const natural = [...members].sort((a, b) => compareItems(items[a], items[b]))
  if (inner.length === 0) return { order: natural }
  const rank = new Map(natural.map((item, index) => [item, index]))
  const after: number[][] = natural.map(() => [])
  const missing = new Uint32Array(natural.length)
  for (const index of inner) {
    const [first, second] = [rank.get(edges[index]?.first ?? -1) ?? 0, rank.get(edges[index]?.second ?? -1) ?? 0]
    after[first]?.push(second)
    missing[second] = (missing[second] ?? 0) + 1
  }
  const order = drain(after, missing).map((index) => natural[index] ?? 0)
  if (order.length === natural.length) return { order }
  return { order: natural, cycle: cycleEdges(natural, edges, inner) }
}

/** Always takes the lowest rank whose dependencies are done. */
function drain(after: readonly (readonly number[])[], missing: Uint32Array): readonly number[] {
  const ready = new RankHeap()
  for (const [index, count] of missing.entries()) if (count === 0) ready.push(index)
  const order: number[] = []
  for (let index = ready.pop(); index !== undefined; index = ready.pop()) {
    order.push(index)
    for (const next of after[index] ?? []) {
      missing[next] = (missing[next] ?? 0) - 1
      if (missing[next] === 0) ready.push(next)
    }
  }
  return order
}

function cycleEdges(
  natural: readonly number[],
  edges: readonly StageEdge[],
  inner: readonly number[],
): readonly number[] {
  const rank = new Map(natural.map((item, index) => [item, index]))
  const dependencies: number[][] = natural.map(() => [])
  const edgeOf = new Map<string, number>()
  for (const index of inner) {
    const [first, second] = [rank.get(edges[index]?.first ?? -1) ?? 0, rank.get(edges[index]?.second ?? -1) ?? 0]
    dependencies[second]?.push(first)
    edgeOf.set(`${first}>${second}`, index)
  }
  // Each node of the cycle depends on the next, so the edge runs from the next one to it.
  const cycle = findCycle({ nodes: natural.map(String), dependencies }) ?? []
  return cycle.map((node, at) => edgeOf.get(`${cycle[(at + 1) % cycle.length]}>${node}`) ?? 0).toReversed()
}

function appendGroup(
  order: PlacedItem[],
  items: readonly StageItem[],
  sorted: readonly number[],
  edges: ReadonlySet<string> | undefined,
): void {
  let previous: number | undefined
  for (const item of sorted) {
    const current = items[item]
    if (current === undefined || current.marker === true) continue
    order.push({ item, rule: previous === undefined ? groupRule(current) : tieRule(items, previous, item, edges) })
    previous = item
  }
}

function edgeKey(edge: StageEdge | undefined): string {
  return `${edge?.first}>${edge?.second}`
}

function groupRule(item: StageItem): OrderRule {
  return item.position === undefined ? 'edge' : 'postfix'
}

function tieRule(
  items: readonly StageItem[],
  before: number,
  item: number,
  edges: ReadonlySet<string> | undefined,
): OrderRule {
  const declared = edges?.has(edgeKey({ first: before, second: item })) === true
  if (declared || compareItems(items[before], items[item]) > 0) return 'edge'
  return items[before]?.name === items[item]?.name ? 'file-order' : 'name'
}

function compareItems(a: StageItem | undefined, b: StageItem | undefined): number {
  if (a === undefined || b === undefined) return 0
  if (a.name !== b.name) return a.name < b.name ? -1 : 1
  return a.index - b.index
}

/** A binary heap of small numbers, lowest first. */
class RankHeap {
  readonly #ranks: number[] = []

  push(rank: number): void {
    let index = this.#ranks.push(rank) - 1
    while (index > 0) {
      const parent = (index - 1) >> 1
      if (this.#at(parent) <= rank) break
      this.#ranks[index] = this.#at(parent)
      index = parent
    }
    this.#ranks[index] = rank
  }

  pop(): number | undefined {
    const lowest = this.#ranks[0]
    const last = this.#ranks.pop()
    if (lowest === undefined || last === undefined || this.#ranks.length === 0) return lowest
    let index = 0
    for (;;) {
      const left = 2 * index + 1
      if (left >= this.#ranks.length) break
      const child = left + 1 < this.#ranks.length && this.#at(left + 1) < this.#at(left) ? left + 1 : left
      if (this.#at(child) >= last) break
      this.#ranks[index] = this.#at(child)
      index = child
    }
    this.#ranks[index] = last
    return lowest
  }

  #at(index: number): number {
    return this.#ranks[index] as number
  }
}
