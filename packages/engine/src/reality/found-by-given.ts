import type { ResourceTypeDefinition } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { defaultDeadlines } from '../defaults.ts'
import { withoutComputed } from '../spec/without-computed.ts'
import { doubtfulSince, existenceOf } from './life-cycle.ts'

/** How many others are asked for, at most. */
const mostAsked = 3

/** What is known of how providers find things. */
export interface Finding {
  /** Types whose providers have been seen to find things by nothing but what they were given. */
  readonly foundByGiven: Set<string>
  /** Calls may be at work on any resource: nobody is asked for one that is not itself in doubt. */
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
 * Whether "there is none" says that nothing was made, of a create whose provider denied it: that provider is seen to find things of this
 * type that are there, by nothing but what they were given, and all that may still come has had its time.
 */
export async function findsByWhatIsGiven(record: ResourceRecord, asking: Asking): Promise<boolean> {
  const { definition, now, settler } = asking
  const { type } = record
  if (definition === undefined) return false
  // Asked for at once, since the others may be gone by the time at which it counts.
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
