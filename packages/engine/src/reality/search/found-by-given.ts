import { isMap, type ResourceTypeDefinition, type ValueMap, valueMap } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { defaultDeadlines } from '../../defaults.ts'
import { withoutComputed } from '../../spec/without-computed.ts'
import { doubtfulSince, existenceOf } from '../recorded/life-cycle.ts'

/** The maximum number of other resources that are looked for. */
const mostAsked = 3

/** The known facts about how providers find things. */
export interface Finding {
  /** Sets of inputs (`whatIsGiven`) by which alone a provider has been seen to find a thing. */
  readonly foundByGiven: Set<string>
  /** True in a run: calls may be at work on any resource, so only resources in doubt are looked for. */
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
 * True if "not found" proves that a denied create has made nothing. For this, the provider must have been seen to find other things of the type by
 * inputs that this create has as well, and the time for late effects must have passed. If a thing is found by its name, this proves nothing about a
 * thing without a name.
 */
export async function findsByWhatIsGiven(record: ResourceRecord, asking: Asking): Promise<boolean> {
  const { definition, now, settler } = asking
  if (definition === undefined) return false
  const given = whatIsGiven(record, definition)
  // The question is asked now, because the other resources may be gone when its answer is needed.
  const isOpen = settler.isInRun !== true && !settler.foundByGiven.has(given)
  if (isOpen && (await isOneFound(record, definition, asking))) settler.foundByGiven.add(given)
  return (
    settler.foundByGiven.has(given) &&
    now - doubtfulSince(record, now) >= (definition.settlesWithinMs ?? defaultDeadlines.settle)
  )
}

async function isOneFound(
  record: ResourceRecord,
  { schema }: ResourceTypeDefinition,
  { others, isFound }: Asking,
): Promise<boolean> {
  const given = withoutComputed(schema, record.spec)
  for (const other of others.filter((one) => isLike(one, record)).slice(0, mostAsked))
    if (await isFound({ ...other, spec: inBoth(withoutComputed(schema, other.spec), given) })) return true
  return false
}

/** The type, and the names of all given fields, including inner ones. */
function whatIsGiven({ type, spec }: ResourceRecord, { schema }: ResourceTypeDefinition): string {
  return JSON.stringify([type, ...namesIn(withoutComputed(schema, spec))])
}

function namesIn(given: ValueMap): readonly unknown[] {
  return Object.keys(given)
    .filter((name) => isGiven(given, name))
    .toSorted()
    .map((name) => {
      const value = given[name]
      return isMap(value) ? [name, namesIn(value)] : name
    })
}

/** The given fields of one spec that the other spec has as well. */
function inBoth(one: ValueMap, other: ValueMap): ValueMap {
  return valueMap(
    Object.entries(one).flatMap(([name, value]) => {
      if (!isGiven(other, name)) return []
      const there = other[name]
      return [[name, isMap(value) && isMap(there) ? inBoth(value, there) : value] as const]
    }),
  )
}

function isGiven(spec: ValueMap, name: string): boolean {
  return Object.hasOwn(spec, name) && spec[name] !== null
}

function isLike(other: ResourceRecord, { id, type, options }: ResourceRecord): boolean {
  const isElsewhere = other.options?.provider !== options?.provider
  return other.id !== id && other.type === type && !isElsewhere && existenceOf(other) === 'there'
}
