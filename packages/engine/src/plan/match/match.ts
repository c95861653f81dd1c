import { addTo } from '@slipway/graph'
import type { ResourceRecord } from '@slipway/stores'
import type { Providers } from '../../providers/providers.ts'
import { mayExist } from '../../reality/recorded/life-cycle.ts'
import { onlyContainer } from '../../reality/recorded/stands-in.ts'
import { declaredIdentity } from '../../spec/identity.ts'

/** The records that may become the resources of a blueprint. */
export interface Matching {
  /** The records for each resource, by its name. */
  readonly generations: ReadonlyMap<string, readonly ResourceRecord[]>
  /** Records that match no resource of the blueprint, in the order of the state. */
  readonly unclaimed: readonly ResourceRecord[]
}

/** The names of resources by the id of the record that belongs to them, if the record itself has another name. */
export type Renames = ReadonlyMap<string, string>

/**
 * Matches records with wanted resources: by declared identity first, by name second. A resource with a new name is therefore still the same
 * resource, and two resources that swap their names are both renamed.
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

/** The name of the recorded container of a resource, by name of the resource. */
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
 * The new names of records.
 *
 * @param wanted names of resources by their known future identity
 * @param former new names of records that the blueprint itself gives
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
