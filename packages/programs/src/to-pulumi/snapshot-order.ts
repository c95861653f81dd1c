import { components, sortGraph } from '@slipway/graph'
import { parseProviderReference } from '../urns/urn.ts'
import type { PulumiResource } from '../deployments/deployment.ts'
import { optionalUrns, withOptionalUrns } from '../deployments/named-urns.ts'
import type { WrittenRecord } from './written-record.ts'

/**
 * Sorts each resource after those that it names: its parent, its provider, its dependencies and, if pending destruction, the living
 * resource of its URN. Otherwise keeps the order.
 */
export function inSnapshotOrder(written: readonly WrittenRecord[]): readonly WrittenRecord[] {
  const places = new Places(written)
  const fixed = written.map(({ resource }) => [...places.fixed(resource), ...places.livingFor(resource)])
  const named = written.map(({ resource }) => places.named(optionalUrns(resource)))
  const read = written.map(({ record }) => places.read(record.reads))
  // A generation may depend on a resource that its successor is a dependency of. Both orders cannot hold.
  const needed = withoutCircles(fixed, named)
  const { order } = sortGraph(graphOf(withoutCircles(needed, read)))
  return order.flatMap((node) => {
    const each = written[node]
    const kept = new Set(needed[node])
    const keeps = (urn: string): boolean => places.named([urn]).every((other) => kept.has(other))
    return each === undefined ? [] : [without(each, keeps)]
  })
}

function without(written: WrittenRecord, keeps: (urn: string) => boolean): WrittenRecord {
  if (optionalUrns(written.resource).every(keeps)) return written
  return { ...written, resource: withOptionalUrns(written.resource, (urn) => (keeps(urn) ? urn : undefined)) }
}

type Edges = readonly (readonly number[])[]

/** Adds edges, except those on a cycle. */
function withoutCircles(edges: Edges, more: Edges): Edges {
  const groups = components(graphOf(edges.map((nodes, node) => [...nodes, ...(more[node] ?? [])])))
  return edges.map((nodes, node) => [
    ...nodes,
    ...(more[node] ?? []).filter((other) => other !== node && groups[other] !== groups[node]),
  ])
}

function graphOf(dependencies: Edges) {
  return { nodes: dependencies.map((_, node) => `${node}`), dependencies }
}

class Places {
  readonly #living = new Map<string, number>()
  /** Resources pending destruction, by URN. */
  readonly #old = new Map<string, number[]>()
  readonly #byReference = new Map<string, number>()
  readonly #byRecord = new Map<string, number>()

  constructor(written: readonly WrittenRecord[]) {
    for (const [node, { record, resource, views }] of written.entries()) {
      const { urn, id = '', delete: isOld = false } = resource
      this.#byRecord.set(record.id, node)
      this.#byReference.set(`${urn}::${id}`, node)
      if (isOld) this.#old.set(urn, [...(this.#old.get(urn) ?? []), node])
      else for (const each of [resource, ...views]) this.#living.set(each.urn, node)
    }
  }

  /** The living resources of the URNs, or else those pending destruction. */
  named(urns: readonly string[]): readonly number[] {
    return urns.flatMap((urn) => this.#living.get(urn) ?? this.#old.get(urn) ?? [])
  }

  /** Dependencies that no resource can do without. */
  fixed({ parent, provider }: PulumiResource): readonly number[] {
    const maker = this.#byReference.get(provider ?? '')
    const makers = maker === undefined ? this.named([parseProviderReference(provider ?? '')?.urn ?? '']) : [maker]
    return [...this.named([parent ?? '']), ...makers]
  }

  /** The living resource of its URN, if it is pending destruction itself. */
  livingFor({ urn, delete: isOld = false }: PulumiResource): readonly number[] {
    const living = this.#living.get(urn)
    return isOld && living !== undefined ? [living] : []
  }

  /** The exact generations that a resource reads. */
  read(ids: readonly string[]): readonly number[] {
    return ids.flatMap((id) => this.#byRecord.get(id) ?? [])
  }
}
