import { addTo, sortGraph } from '@slipway/graph'
import type { ReasonName } from './reasons.ts'
import { type Wait, waitsToGiveUp } from './solver.ts'

/** A requirement that one step comes after another, with its reason. Both steps are given by their keys. */
export type Edge = readonly [waiter: string, needed: string, reason: ReasonName]

/**
 * The key of the end with which another end goes without a call, by key of the other end. Each waits for everything that the other waits for.
 */
export type Along = ReadonlyMap<string, string>

const none: readonly string[] = []

/** The steps that each step waits for, by key. Edges to unknown keys do not count; edges that close a circle are given up. */
export class Waits {
  readonly #kept = new Map<string, string[]>()
  readonly #keys: readonly string[]
  readonly #along: Along
  readonly givenUp: readonly Edge[]

  constructor(keys: Iterable<string>, edges: readonly Edge[], along: Along = new Map()) {
    this.#keys = [...keys]
    this.#along = along
    this.givenUp = edges.length === 0 ? [] : this.#settle(edges)
  }

  /** Keeps the edges that close no circle, and returns the others. */
  #settle(edges: readonly Edge[]): readonly Edge[] {
    const numbers = new Map(this.#keys.map((key, node) => [key, node]))
    const known: Edge[] = []
    const waits: Wait[] = []
    for (const edge of edges) {
      const waiter = numbers.get(this.#endOf(edge[0]))
      const needed = numbers.get(this.#endOf(edge[1]))
      if (waiter === undefined || needed === undefined || waiter === needed) continue
      known.push(edge)
      waits.push({ waiter, needed, reason: edge[2] })
    }
    const left = waitsToGiveUp(this.#keys, waits)
    const isLeft = (index: number): boolean => left.size > 0 && left.has(waits[index] as Wait)
    for (const [index, [waiter, needed]] of known.entries())
      if (!isLeft(index)) addTo(this.#kept, this.#endOf(waiter), needed)
    for (const [key, needed] of this.#kept) if (needed.length > 1) this.#kept.set(key, [...new Set(needed)])
    return left.size === 0 ? [] : known.filter((_, index) => isLeft(index))
  }

  /** The keys that come directly before a key. */
  before(key: string): readonly string[] {
    const end = this.#along.get(key)
    return end === undefined ? (this.#kept.get(key) ?? none) : [end]
  }

  /** All keys in order. */
  inOrder(): readonly string[] {
    const numbers = new Map(this.#keys.map((key, node) => [key, node]))
    const dependencies = this.#keys.map((key) => this.before(key).map((needed) => numbers.get(needed) ?? 0))
    return sortGraph({ nodes: this.#keys, dependencies }).order.map((node) => this.#keys[node] ?? '')
  }

  #endOf(key: string): string {
    return this.#along.get(key) ?? key
  }
}
