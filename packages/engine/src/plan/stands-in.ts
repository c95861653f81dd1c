import { optional } from '../language/parse/optional.ts'
import type { ResourceRecord } from '@slipway/stores'
import type { CheckedResource } from '../check/checked.ts'

interface Member {
  readonly dependsOn: readonly string[]
  readonly options?: CheckedResource['options'] | undefined
}

type IdOf = (name: string) => string | undefined

/**
 * What a resource stands in once it is made, or changed. What depends on its container may have moved into that; another one still stands
 * where it was made, whatever has come in the place of that since.
 *
 * @param current what is changed; absent for what is made
 * @param idOf the id of the record of a name
 */
export function madeIn(
  member: Member,
  current: ResourceRecord | undefined,
  idOf: IdOf,
): Pick<ResourceRecord, 'standsIn'> {
  const mayMove = member.dependsOn.includes(member.options?.deletedWith ?? '')
  return keptIn(member, mayMove ? undefined : current, idOf)
}

/** What a resource stands in that nothing is done to. */
export function keptIn(
  { options }: Pick<Member, 'options'>,
  current: ResourceRecord | undefined,
  idOf: IdOf,
): Pick<ResourceRecord, 'standsIn'> {
  const container = options?.deletedWith
  if (container === undefined) return {}
  if (current?.options?.deletedWith === container) return optional('standsIn', current.standsIn)
  const id = idOf(container)
  return id === undefined ? {} : { standsIn: [id] }
}

/** Surely: what goes without a call of its own must be gone then. */
export function isIn(member: ResourceRecord | undefined, container: ResourceRecord | undefined): boolean {
  return mayBeIn(member, container) && (member?.standsIn?.length ?? 1) === 1
}

/** The same record may be of something made anew: what was there before that does not stand in it. */
function mayBeIn(member: ResourceRecord | undefined, container: ResourceRecord | undefined): boolean {
  if (member === undefined || container === undefined) return false
  const { standsIn: known, dependsOn, reads, deployedAt, createdAt, options } = member
  const isLater = (deployedAt ?? createdAt) >= container.createdAt
  if (known !== undefined) return known.includes(container.id) && isLater
  // An older version has recorded it: something else may have the name by now, and what has been read tells.
  if (options?.deletedWith !== container.name) return false
  return dependsOn.includes(container.name) ? reads.includes(container.id) : isLater
}

/** Records that may stand in something, found by that. */
export class Members {
  readonly #byId = new Map<string, ResourceRecord[]>()
  readonly #byName = new Map<string, ResourceRecord[]>()

  constructor(records: Iterable<ResourceRecord>) {
    for (const record of records) {
      const { options, standsIn: known } = record
      if (options?.deletedWith === undefined) continue
      if (known === undefined) add(this.#byName, options.deletedWith, record)
      for (const id of known ?? []) add(this.#byId, id, record)
    }
  }

  /** Those that may stand in it. */
  in(container: ResourceRecord): readonly ResourceRecord[] {
    const found = [...(this.#byId.get(container.id) ?? []), ...(this.#byName.get(container.name) ?? [])]
    return found.filter((member) => mayBeIn(member, container))
  }
}

function add(members: Map<string, ResourceRecord[]>, key: string, record: ResourceRecord): void {
  const known = members.get(key)
  if (known === undefined) members.set(key, [record])
  else known.push(record)
}

/** What others may stand in. */
export class Containers {
  readonly #byId: ReadonlyMap<string, ResourceRecord>
  readonly #byName: ReadonlyMap<string, ResourceRecord>

  constructor(records: readonly ResourceRecord[]) {
    this.#byId = new Map(records.map((record) => [record.id, record]))
    this.#byName = new Map(records.map((record) => [record.name, record]))
  }

  /** What a resource may stand in, from the inside out. */
  around(record: ResourceRecord): ReadonlySet<ResourceRecord> {
    const seen = new Set([record])
    for (const member of seen) {
      const { options, standsIn: known } = member
      const named = known === undefined ? [this.#byName.get(options?.deletedWith ?? '')] : []
      const containers = [...named, ...(known ?? []).map((id) => this.#byId.get(id))]
      for (const container of containers) if (container !== undefined && mayBeIn(member, container)) seen.add(container)
    }
    seen.delete(record)
    return seen
  }
}
