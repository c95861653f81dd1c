import type { ResourceTypeDefinition } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { defaultDeadlines } from '../defaults.ts'
import { withoutComputed } from '../spec/without-computed.ts'
import { doubtfulSince, existenceOf } from './life-cycle.ts'

/** How many others are looked for, at most. */
const mostAsked = 3

/** What is known of how providers find things. */
export interface Finding {
  /** Types whose providers have been seen to find things by nothing but their inputs. */
  readonly foundByGiven: Set<string>
  /** Calls may be at work on any resource, so only those in doubt are looked for. */
  readonly isInRun?: true
}

interface Asking {
  readonly definition: ResourceTypeDefinition | undefined
  /** Records of the same type. */
  readonly others: readonly ResourceRecord[]
  readonly now: number
  readonly settler: Finding
  readonly isFound: (record: ResourceRecord) => Promise<boolean>
}

/**
 * Whether "not found" proves that a denied create has made nothing. It does if the provider has been seen to find other things of the type
 * by nothing but their inputs, and if the time has passed in which something may still come.
 */
export async function findsByWhatIsGiven(record: ResourceRecord, asking: Asking): Promise<boolean> {
  const { definition, now, settler } = asking
  const { type } = record
  if (definition === undefined) return false
  // Asked now, since the others may be gone when it counts.
  const isOpen = settler.isInRun !== true && !settler.foundByGiven.has(type)
  if (isOpen && (await isOneFound(record, definition, asking))) settler.foundByGiven.add(type)
  return (
    settler.foundByGiven.has(type) &&
    now - doubtfulSince(record, now) >= (definition.settlesWithinMs ?? defaultDeadlines.settle)
  )
}

async function isOneFound(
  record: ResourceRecord,
  { schema }: ResourceTypeDefinition,
  { others, isFound }: Asking,
): Promise<boolean> {
  for (const other of others.filter((one) => isLike(one, record)).slice(0, mostAsked))
    if (await isFound({ ...other, spec: withoutComputed(schema, other.spec) })) return true
  return false
}

function isLike(other: ResourceRecord, { id, type, options }: ResourceRecord): boolean {
  const isElsewhere = other.options?.provider !== options?.provider
  return other.id !== id && other.type === type && !isElsewhere && existenceOf(other) === 'there'
}
