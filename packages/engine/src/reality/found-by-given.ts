import type { ResourceTypeDefinition } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { defaultDeadlines } from '../defaults.ts'
import { withoutComputed } from '../spec/without-computed.ts'
import { identityOf, type Settler, type VerdictContext } from './doubt-verdict.ts'
import { existenceOf } from './life-cycle.ts'

/** How many others are asked for, at most. */
const mostAsked = 3

/**
 * Whether "there is none" says that nothing was made, of a create whose provider denied it: that provider is seen to find things of this
 * type that are there, by nothing but what they were given, and all that may still come has had its time.
 */
export async function findsByWhatIsGiven(
  record: ResourceRecord,
  { definition, settler, others, now }: Pick<VerdictContext, 'definition' | 'settler' | 'others' | 'now'>,
): Promise<boolean> {
  const { doubtSince = now, type } = record
  if (definition === undefined) return false
  const there = [...others].filter((other) => isLike(other, record))
  // Asked for at once, since they may be gone by the time at which it counts.
  const isOpen = settler.isInRun !== true && !settler.foundByGiven.has(type)
  if (isOpen && (await isOneFound(there, definition, settler))) settler.foundByGiven.add(type)
  return settler.foundByGiven.has(type) && now - doubtSince >= (definition.settlesWithinMs ?? defaultDeadlines.settle)
}

function isLike(other: ResourceRecord, { id, type, options }: ResourceRecord): boolean {
  const isElsewhere = other.options?.provider !== options?.provider
  return other.id !== id && other.type === type && !isElsewhere && existenceOf(other) === 'there'
}

async function isOneFound(
  there: readonly ResourceRecord[],
  { schema }: ResourceTypeDefinition,
  settler: Settler,
): Promise<boolean> {
  for (const other of there.slice(0, mostAsked)) {
    const asGiven = { ...other, spec: withoutComputed(schema, other.spec) }
    if ((await settler.calls.externalState(identityOf(asGiven, settler))) !== undefined) return true
  }
  return false
}
