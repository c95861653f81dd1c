import { components, type Graph } from '@slipway/graph'
import type { ResourceRecord } from '@slipway/stores'
import { computedTexts, tellsOf } from '../../plan/match/what-it-reads.ts'
import type { Providers } from '../../providers/providers.ts'

/** By node: the dependencies for which it cannot wait. */
type GivenUp = ReadonlyMap<number, readonly number[]>

/** For nodes whose waits can be given up: what each of them cannot wait for, because that waits for it. */
export function waitsInCircles(graph: Graph, nodes: readonly number[]): GivenUp {
  if (nodes.length === 0) return new Map()
  const group = components(graph)
  return chosen(graph, nodes, (needed, node) => group[needed] === group[node])
}

/** The same, but only what would wait for the node even if the others of these nodes waited for nothing. */
export function hopelessWaits(graph: Graph, nodes: readonly number[]): GivenUp {
  const circles = waitsInCircles(graph, nodes)
  if (circles.size === 0) return circles
  const dependents = dependentsOf(graph, new Set(nodes))
  const after = new Map(Array.from(circles.keys(), (node) => [node, reached(node, dependents)]))
  return chosen(graph, [...circles.keys()], (needed, node) => after.get(node)?.has(needed) === true)
}

function chosen(
  { dependencies }: Graph,
  nodes: readonly number[],
  isGivenUp: (needed: number, node: number) => boolean,
): GivenUp {
  const givenUp = new Map<number, readonly number[]>()
  for (const node of nodes) {
    const needed = (dependencies[node] ?? []).filter((other) => isGivenUp(other, node))
    if (needed.length > 0) givenUp.set(node, needed)
  }
  return givenUp
}

/** By node: what waits for it, except for some nodes. */
function dependentsOf({ dependencies }: Graph, except: ReadonlySet<number>): readonly (readonly number[])[] {
  const dependents: number[][] = dependencies.map(() => [])
  for (const [node, needed] of dependencies.entries())
    if (!except.has(node)) for (const other of needed) dependents[other]?.push(node)
  return dependents
}

/** What waits for a node, directly or not. */
function reached(from: number, dependents: readonly (readonly number[])[]): ReadonlySet<number> {
  const found = new Set([from])
  for (const node of found) for (const dependent of dependents[node] ?? []) found.add(dependent)
  return found
}

/**
 * True when two records are recorded as reading each other, but the reader contains nothing that the other's provider has computed. It may
 * only be recorded so because the name that it reads belongs to the other one by now.
 */
export function knowsByNameAlone(reader: ResourceRecord, read: ResourceRecord, providers: Providers): boolean {
  const definition = providers.type(read.type)
  if (definition === undefined || !readEachOther(reader, read)) return false
  return !computedTexts(read, definition).some(([text]) => tellsOf(reader.spec, text))
}

function readEachOther(one: ResourceRecord, other: ResourceRecord): boolean {
  return one.reads.includes(other.id) && other.reads.includes(one.id)
}
