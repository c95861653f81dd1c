import { addTo } from '@slipway/graph'
import type { ResourceRecord } from '@slipway/stores'
import type { Providers } from '../../providers/providers.ts'
import { mayExist } from '../../reality/life-cycle.ts'
import { onlyContainer } from '../../reality/stands-in.ts'
import { declaredIdentity } from '../../spec/identity.ts'

/** Which records may become which resource of the blueprint. */
export interface Matching {
  /** By name of the resource. */
  readonly generations: ReadonlyMap<string, readonly ResourceRecord[]>
  /** Matched by nothing in the blueprint, in the order of the state. */
  readonly unclaimed: readonly ResourceRecord[]
}

/** By id of a record: the name of the resource that it belongs to, if that is not the record's own name. */
export type Renames = ReadonlyMap<string, string>

/**
 * Matches records with wanted resources: by declared identity first, by name second. So a resource with a new name is still the
 * same resource, and two that swap their names are both renamed.
 */
export function matchRecords(
  names: { has(name: string): boolean },
  records: readonly ResourceRecord[],
  renames: Renames,
): Matching {
  const generations = new Map<string, ResourceRecord[]>()
  const unclaimed: ResourceRecord[] = []
  for (const record of records) {
    const name = renames.get(record.id) ?? record.name
    if (names.has(name)) addTo(generations, name, record)
    else unclaimed.push(record)
  }
  return { generations, unclaimed }
}

/** By name of a resource: the name of the container that it stands in by its record. */
export function recordedContainers({ generations }: Matching): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  if (!generations.values().some((records) => records.some((record) => onlyContainer(record) !== undefined)))
    return found
  const names = new Map<string, string>()
  for (const [name, records] of generations) for (const { id } of records) names.set(id, name)
  for (const [name, records] of generations) {
    for (const record of records) {
      const container = record.replaced ? undefined : names.get(onlyContainer(record) ?? '')
      if (container !== undefined && container !== name) found.set(name, container)
    }
  }
  return found
}

/**
 * @param wanted names of resources by the declared identity that they will have, as far as it is known
 * @param former names that records have already got because the blueprint says so
 */
export function renamesOf(
  records: readonly ResourceRecord[],
  wanted: ReadonlyMap<string, string>,
  providers: Providers,
  former: Renames = new Map(),
): Renames {
  const renames = new Map(former)
  if (wanted.size === 0) return renames
  for (const record of records) {
    const identity = mayExist(record) ? declaredIdentity(providers.type(record.type), record) : undefined
    const name = identity === undefined ? undefined : wanted.get(identity)
    if (name !== undefined && name !== (former.get(record.id) ?? record.name)) renames.set(record.id, name)
  }
  return renames
}

export function sameRenames(a: Renames, b: Renames): boolean {
  return a.size === b.size && [...a].every(([id, name]) => b.get(id) === name)
}
