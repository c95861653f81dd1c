import { addTo, components, findCycle, type Graph, reached, sortGraph } from '@slipway/graph'
import { Failure } from '@slipway/model'
import { type ReasonName, strengthOf, mayBeGivenUp } from './reasons.ts'

/** A requirement that one node comes after another, with its reason. */
export interface Wait {
  readonly waiter: number
  readonly needed: number
  readonly reason: ReasonName
}

/**
 * Finds the waits that must be given up so that no circle is left. Waits are kept in order of strength, and among equals by name. A wait
 * that closes a circle with those kept so far is given up.
 *
 * @param names of the nodes
 * @throws Failure `engine/circle` if a circle has no wait that may be given up
 */
export function waitsToGiveUp(names: readonly string[], waits: readonly Wait[]): ReadonlySet<Wait> {
  const givenUp = new Set<Wait>()
  const dependencies: number[][] = names.map(() => [])
  for (const { waiter, needed } of waits) dependencies[waiter]?.push(needed)
  const graph = { nodes: names, dependencies }
  const group = components(graph)
  const inCircles = waits.filter(({ waiter, needed }) => group[waiter] === group[needed])
  if (inCircles.length === 0) return givenUp
  const nameOf = (node: number): string => names[node] ?? ''
  const order = new GrowingOrder(graph)
  inCircles.sort(
    (a, b) =>
      strengthOf(b.reason) - strengthOf(a.reason) ||
      compare(nameOf(a.waiter), nameOf(b.waiter)) ||
      compare(nameOf(a.needed), nameOf(b.needed)),
  )
  for (const wait of inCircles) {
    if (order.add(wait)) continue
    if (!mayBeGivenUp(wait.reason)) throw inCircle(inCircles, names)
    givenUp.add(wait)
  }
  return givenUp
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function inCircle(waits: readonly Wait[], names: readonly string[]): Failure {
  const dependencies: number[][] = names.map(() => [])
  for (const { waiter, needed, reason } of waits) if (!mayBeGivenUp(reason)) dependencies[waiter]?.push(needed)
  const among = findCycle({ nodes: names, dependencies })?.map((node) => names[node]) ?? []
  return new Failure(
    'engine/circle',
    `each of these has to come after the next one: ${[...among, among[0]].join(', ')}`,
    {
      hint: 'make the change in several runs with --target, or remove one of the dependencies first',
    },
  )
}

/**
 * An order of nodes that accepts one wait after the other. It begins with an order that fits most waits, and only looks at the nodes between the two
 * ends of a wait.
 */
class GrowingOrder {
  readonly #places: Uint32Array
  readonly #needs = new Map<number, number[]>()
  readonly #waiters = new Map<number, number[]>()

  constructor(graph: Graph) {
    this.#places = new Uint32Array(graph.nodes.length)
    for (const [place, node] of sortGraph(graph).order.entries()) this.#places[node] = place
  }

  /**
   * Accepts a wait unless it would close a circle.
   *
   * @returns false if the wait would close a circle
   */
  add({ waiter, needed }: Wait): boolean {
    const first = this.#place(waiter)
    const last = this.#place(needed)
    if (last >= first) {
      const before = reached([needed], (node) => this.#needs.get(node)?.filter((one) => this.#place(one) >= first))
      if (before.has(waiter)) return false
      const after = reached([waiter], (node) => this.#waiters.get(node)?.filter((one) => this.#place(one) <= last))
      this.#move([...this.#inOrder(before), ...this.#inOrder(after)])
    }
    addTo(this.#needs, waiter, needed)
    addTo(this.#waiters, needed, waiter)
    return true
  }

  #move(nodes: readonly number[]): void {
    const places = nodes.map((node) => this.#place(node)).toSorted((a, b) => a - b)
    for (const [index, node] of nodes.entries()) this.#places[node] = places[index] ?? 0
  }

  #inOrder(nodes: Iterable<number>): number[] {
    return [...nodes].toSorted((a, b) => this.#place(a) - this.#place(b))
  }

  #place(node: number): number {
    return this.#places[node] ?? 0
  }
}
