import { Failure, shellWord, type ResourceTypeDefinition, valueMap } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { declaredIdentity, identities } from '../../spec/identity.ts'
import { isOnlyRead } from '../../spec/only-read.ts'
import { existenceOf } from '../recorded/life-cycle.ts'

interface Around {
  readonly definition: ResourceTypeDefinition
  /** The other resources that are recorded, or in doubt. */
  readonly others: Iterable<ResourceRecord>
  /** The user's id for a resource in doubt. */
  readonly toldOf: (record: ResourceRecord) => string | undefined
  /** True for a resource that was seen with other settings of its provider, and is therefore elsewhere. */
  readonly isElsewhere: (record: ResourceRecord) => boolean
}

/**
 * Refuses an id whose thing is already another resource, because the two would change it back and forth forever. An old generation, an
 * attempt in doubt, or a resource that is only read may be the same thing.
 *
 * @param mine the resource as its provider has found it under the user's id
 * @throws Failure `engine/already-recorded`
 */
export function refuseRecordedTwice(mine: ResourceRecord, id: string, around: Around): void {
  const { definition, others, toldOf, isElsewhere } = around
  // The user's id counts, because some providers answer the same id for everything that they find.
  const found = new Set([declaredIdentity(definition, mine), ...identities(definition, withId(mine, id, definition))])
  for (const other of others) {
    if (other.id === mine.id || other.type !== mine.type || other.replaced) continue
    const told = toldOf(other)
    const isThere = existenceOf(other) === 'there' || told !== undefined
    if (!isThere || isOnlyRead(definition, other) || isElsewhere(other)) continue
    const known = told === undefined ? other : withId(other, told, definition)
    if (identities(definition, known).some((identity) => found.has(identity))) throw isOther(mine, other, id)
  }
}

function withId(record: ResourceRecord, id: string, { idField = 'id' }: ResourceTypeDefinition): ResourceRecord {
  return { ...record, spec: valueMap([...Object.entries(record.spec), [idField, id]]) }
}

function isOther({ name, type }: ResourceRecord, other: ResourceRecord, id: string): Failure {
  return new Failure('engine/already-recorded', `${name} cannot be ${type} "${id}": ${other.name} is that already`, {
    hint: `give ${name} another id; if ${other.name} is what the blueprint now calls ${name}: ${stateMove(other.name, name)}; to hand it over: slipway state rm ${shellWord(other.name)}`,
  })
}

/** The command that renames a record. */
export function stateMove(from: string, to: string): string {
  return `slipway state mv ${shellWord(from)} ${shellWord(to)}`
}
