import { reached, addTo } from '@slipway/graph'
import type { ResourceRecord, StateChange } from '@slipway/stores'
import type { CheckedResource } from '../../check/checked.ts'
import { optional } from '../../language/parse/optional.ts'
import { latestLast, somewhere } from './half-done.ts'
import { certainlyExists, isHalfUpdated } from './life-cycle.ts'

interface Member {
  readonly options?: CheckedResource['options'] | undefined
}

type IdOf = (name: string) => string | undefined

/**
 * The possible containers of a resource once it has been made or changed. A change may have moved it into the present holder of its container's
 * name, or left it in its old container.
 *
 * @param current the changed resource; absent for a new one
 * @param idOf the id of the record with a name, if its thing certainly exists
 */
export function madeIn(
  member: Member,
  current: ResourceRecord | undefined,
  idOf: IdOf,
): Pick<ResourceRecord, 'standsIn'> {
  const container = member.options?.deletedWith
  if (container === undefined || (isAsBefore(member, current) && current?.standsIn === undefined)) return {}
  return { standsIn: latestLast(current?.standsIn ?? [], [idOf(container) ?? somewhere]) }
}

/** The containers of a resource to which nothing is done. The resource stays where it was, whatever `deletedWith` says now. */
export function keptIn(
  member: Member,
  current: ResourceRecord | undefined,
  idOf: IdOf,
): Pick<ResourceRecord, 'standsIn'> {
  const container = member.options?.deletedWith
  if (container === undefined) return {}
  if (isAsBefore(member, current)) return optional('standsIn', current?.standsIn)
  const before = current?.standsIn ?? []
  const now = idOf(container) ?? somewhere
  return { standsIn: before.includes(now) ? before : [now, ...before] }
}

function isAsBefore({ options }: Member, current: ResourceRecord | undefined): boolean {
  return current !== undefined && current.options?.deletedWith === options?.deletedWith
}

/**
 * True if a resource is certainly in the container, so that it is gone with it without a call of its own. A recorded id counts more than a name,
 * which another resource may have by now.
 */
export function isIn(member: ResourceRecord | undefined, container: ResourceRecord | undefined): boolean {
  if (member === undefined || container === undefined) return false
  const { standsIn: known } = member
  return known === undefined ? isInByName(member, container) : known.length === 1 && isInById(member, container)
}

/** True if a resource may be a member of the container. For a protected member, this is enough to hold back the container. */
export function mayBeIn(member: ResourceRecord, container: ResourceRecord): boolean {
  return isInById(member, container) || isInByName(member, container)
}

/** True if a resource is a member by id, according to its last change. After a half-done change, it may also be where it was before. */
export function isInById(member: ResourceRecord, container: ResourceRecord): boolean {
  const { standsIn: known = [] } = member
  const places = isHalfUpdated(member) ? known : known.slice(-1)
  return places.includes(container.id) && isLater(member, container)
}

/**
 * True if a resource is in an old generation of its container, and not in the present holder of the name.
 *
 * @param successor the present holder of the name
 */
export function isInOlder(member: ResourceRecord, old: ResourceRecord, successor: ResourceRecord | undefined): boolean {
  if (member.standsIn !== undefined) return isInById(member, old)
  return isInByName(member, old) && (member.dependsOn.includes(old.name) || !isInLater(member, successor))
}

function isInLater(member: ResourceRecord, successor: ResourceRecord | undefined): boolean {
  return successor !== undefined && isLater(member, successor)
}

/** The id of the record's container, if only one container is possible. */
export function onlyContainer({ standsIn = [] }: ResourceRecord): string | undefined {
  const [only] = standsIn
  return standsIn.length === 1 && only !== somewhere ? only : undefined
}

/** True if none of the record's containers is recorded any more, so that the thing is gone with them. */
export function hasNoContainer({ standsIn = [] }: ResourceRecord, isRecorded: (id: string) => boolean): boolean {
  return standsIn.length > 0 && standsIn.every((id) => id !== somewhere && !isRecorded(id))
}

/**
 * The changes to a member whose container was forgotten but still exists. The member is then in the container of that container, or in an unknown
 * one.
 */
export function withUnknownContainer(
  record: ResourceRecord,
  forgotten: readonly Pick<ResourceRecord, 'id' | 'standsIn'>[],
): StateChange[] {
  const around = new Map(forgotten.map(({ id, standsIn = [] }) => [id, standsIn.length === 0 ? [somewhere] : standsIn]))
  const { standsIn = [] } = record
  if (!standsIn.some((id) => around.has(id))) return []
  const outerOf = (id: string, passed: readonly string[] = []): readonly string[] =>
    around.get(id)?.flatMap((outer) => (passed.includes(outer) ? [] : outerOf(outer, [...passed, id]))) ?? [id]
  // The last container is the present one.
  const containers = standsIn.flatMap((id) => outerOf(id))
  const known = containers.filter((id, index) => containers.lastIndexOf(id) === index)
  return [{ kind: 'resource', resource: { ...record, standsIn: known.length === 0 ? [somewhere] : known } }]
}

/**
 * True if a resource is a member by name, which another container may have by now. If the member depends on the container, the id that it has read
 * decides.
 */
function isInByName(member: ResourceRecord, container: ResourceRecord): boolean {
  const { dependsOn, reads, options } = member
  if (options?.deletedWith !== container.name) return false
  return dependsOn.includes(container.name) ? reads.includes(container.id) : isLater(member, container)
}

/** True if a member was deployed after its container was created. An earlier resource cannot be in it. */
function isLater({ deployedAt, createdAt }: ResourceRecord, container: ResourceRecord): boolean {
  return (deployedAt ?? createdAt) >= container.createdAt
}

/**
 * True for a resource that certainly exists and whose container is known. For an older generation, the name of the container is not enough.
 */
export function isPresent(record: ResourceRecord): boolean {
  return (!record.replaced || record.standsIn !== undefined) && certainlyExists(record)
}

/** All certain members of a container, direct and indirect. They are gone when the container is gone. */
export function goneWith(container: ResourceRecord, records: readonly ResourceRecord[]): readonly ResourceRecord[] {
  const members = new Members(records.filter(isPresent))
  const gone = reached([container], (outer) => members.in(outer).filter((member) => isIn(member, outer)))
  return [...gone].filter((member) => member !== container)
}

/** The changes to a member that has outlived one of its possible containers, and so is in another one. The last container stays recorded. */
export function withoutContainer(record: ResourceRecord, id: string): StateChange[] {
  const { standsIn = [] } = record
  if (!standsIn.includes(id) || standsIn.at(-1) === id) return []
  return [{ kind: 'resource', resource: { ...record, standsIn: standsIn.filter((one) => one !== id) } }]
}

/** Finds the possible members of a container. */
export class Members {
  readonly #byId = new Map<string, ResourceRecord[]>()
  readonly #byName = new Map<string, ResourceRecord[]>()

  constructor(records: Iterable<ResourceRecord>) {
    for (const record of records) this.add(record)
  }

  add(record: ResourceRecord): void {
    const { options, standsIn: known } = record
    if (options?.deletedWith !== undefined) addTo(this.#byName, options.deletedWith, record)
    for (const id of known ?? []) addTo(this.#byId, id, record)
  }

  get isEmpty(): boolean {
    return this.#byId.size === 0 && this.#byName.size === 0
  }

  /** The possible members of a container. */
  in(container: ResourceRecord): readonly ResourceRecord[] {
    const found = [...(this.#byId.get(container.id) ?? []), ...(this.#byName.get(container.name) ?? [])]
    return [...new Set(found)].filter((member) => mayBeIn(member, container))
  }
}

/** Finds the possible containers of a record. */
export class Containers {
  readonly #byId: ReadonlyMap<string, ResourceRecord>
  readonly #byName: ReadonlyMap<string, ResourceRecord>

  constructor(records: readonly ResourceRecord[]) {
    this.#byId = new Map(records.map((record) => [record.id, record]))
    this.#byName = new Map(records.map((record) => [record.name, record]))
  }

  /** The possible containers of a resource, from the inside out. */
  around(record: ResourceRecord): ReadonlySet<ResourceRecord> {
    const seen = new Set([record])
    for (const member of seen) {
      const { options, standsIn: known } = member
      const named = [this.#byName.get(options?.deletedWith ?? '')]
      const containers = [...named, ...(known ?? []).map((id) => this.#byId.get(id))]
      for (const container of containers) if (container !== undefined && mayBeIn(member, container)) seen.add(container)
    }
    seen.delete(record)
    return seen
  }
}
