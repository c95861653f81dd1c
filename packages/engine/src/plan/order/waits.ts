import { reached, sortGraph } from '@slipway/graph'
import type { ReasonName } from './reasons.ts'
import { type Wait, waitsToGiveUp } from './solver.ts'

/** By key: what comes after what, and why. */
export type Edge = readonly [waiter: string, needed: string, reason: ReasonName]

/** By key of an end without a call of its own: the key of the one with which it goes. Each waits for what the other waits for. */
export type Along = ReadonlyMap<string, string>

const none: ReadonlySet<string> = new Set()

/** What comes before what, by key. Edges between things that there are not do not count; those that close a circle are given up. */
export class Waits {
  readonly #kept = new Map<string, Set<string>>()
  readonly #keys: readonly string[]
  readonly #along: Along
  readonly givenUp: readonly Edge[]

  constructor(keys: Iterable<string>, edges: readonly Edge[], along: Along = new Map()) {
    this.#keys = [...keys]
    this.#along = along
    this.givenUp = edges.length === 0 ? [] : this.#settle(edges)
  }

  /** Keeps what closes no circle, and returns the others. */
  #settle(edges: readonly Edge[]): readonly Edge[] {
    const numbers = new Map(this.#keys.map((key, node) => [key, node]))
    const edgesByWait = new Map<Wait, Edge>()
    for (const edge of edges) {
      const waiter = numbers.get(this.#endOf(edge[0]))
      const needed = numbers.get(this.#endOf(edge[1]))
      if (waiter === undefined || needed === undefined || waiter === needed) continue
      edgesByWait.set({ waiter, needed, reason: edge[2] }, edge)
    }
    const givenUp = waitsToGiveUp(this.#keys, [...edgesByWait.keys()])
    for (const [wait, [waiter, needed]] of edgesByWait) if (!givenUp.has(wait)) this.#keep(this.#endOf(waiter), needed)
    return Array.from(givenUp, (wait) => edgesByWait.get(wait)).filter((edge) => edge !== undefined)
  }

  /** What comes directly before it. */
  before(key: string): ReadonlySet<string> {
    const end = this.#along.get(key)
    return end === undefined ? (this.#kept.get(key) ?? none) : new Set([end])
  }

  /** Everything that comes before it, and itself. */
  allBefore(key: string): ReadonlySet<string> {
    return reached([key], (each) => this.before(each))
  }

  /** All keys, each after what comes before it. */
  inOrder(): readonly string[] {
    const numbers = new Map(this.#keys.map((key, node) => [key, node]))
    const dependencies = this.#keys.map((key) => Array.from(this.before(key), (needed) => numbers.get(needed) ?? 0))
    return sortGraph({ nodes: this.#keys, dependencies }).order.map((node) => this.#keys[node] ?? '')
  }

  #endOf(key: string): string {
    return this.#along.get(key) ?? key
  }

  #keep(waiter: string, needed: string): void {
    const known = this.#kept.get(waiter)
    if (known === undefined) this.#kept.set(waiter, new Set([needed]))
    else known.add(needed)
  }
}
