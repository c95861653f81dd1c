import type { ResourceStatus, ResourceTypeDefinition } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'

/**
 * Whether a recorded resource exists outside.
 * - `none`: certainly not
 * - `doubtful`: its create was called, and nobody knows the outcome
 * - `there`: it exists, complete or not
 * - `going`: its destruction has begun, and nobody knows the outcome
 */
export type Existence = 'none' | 'doubtful' | 'there' | 'going'

/** The meaning of a resource's status. */
interface Stage {
  readonly existence: Existence
  /** The reason why the resource is deployed again although nothing has changed. */
  readonly again?: string
  /** True if the real properties can be compared with the recorded ones, because no call was half-way through changing them. */
  readonly isComparable?: true
  /** True if an update did not end well, and nobody knows how much of it was done. */
  readonly isHalfUpdated?: true
  /** True if the provider answered that its destroy failed. */
  readonly hasSurvived?: true
  /** True if the call did not end well, so that the record has the reasons. */
  readonly hasReasons?: true
}

/** Reasons why a resource is deployed or deleted again. */
const notStable = 'was not stable yet when the last run ended'
export const deleteUnfinished = 'last delete did not finish'

/** The life of a resource. All other code asks this table, and never looks at a status by name. */
const lifeCycle: Readonly<Record<ResourceStatus, Stage>> = {
  absent: { existence: 'none' },
  'create-interrupted': { existence: 'doubtful', again: 'last create was interrupted', hasReasons: true },
  'create-failed': { existence: 'doubtful', again: 'last create failed', isComparable: true, hasReasons: true },
  creating: { existence: 'there', again: notStable, isComparable: true },
  created: { existence: 'there', isComparable: true },
  updating: { existence: 'there', again: notStable, isComparable: true },
  updated: { existence: 'there', isComparable: true },
  'update-failed': { existence: 'there', again: 'last update failed', isComparable: true, isHalfUpdated: true },
  'update-interrupted': {
    existence: 'there',
    again: 'last update was interrupted',
    isHalfUpdated: true,
    hasReasons: true,
  },
  destroying: { existence: 'going' },
  'destroy-failed': { existence: 'there', again: deleteUnfinished, isComparable: true, hasSurvived: true },
  'destroy-interrupted': { existence: 'going', hasReasons: true },
  destroyed: { existence: 'none' },
}

export function existenceOf({ status, deployedAt, doubtSince }: ResourceRecord): Existence {
  const { existence } = lifeCycle[status]
  if (status !== 'create-failed') return existence
  if (deployedAt !== undefined) return 'there'
  // A refusal means that nothing was made. Any other failure leaves a doubt.
  return doubtSince === undefined ? 'none' : 'doubtful'
}

/** True if a thing outside exists, or may exist, for this record. */
export function mayExist(record: ResourceRecord): boolean {
  return existenceOf(record) !== 'none'
}

/** True if the record's thing exists outside, complete or not, even if its destruction has begun. */
export function certainlyExists(record: ResourceRecord): boolean {
  const existence = existenceOf(record)
  return existence === 'there' || existence === 'going'
}

/** True if the destruction of the record's thing has begun, and nobody knows how it ended. */
export function isGoing(record: ResourceRecord): boolean {
  return existenceOf(record) === 'going'
}

/**
 * True for an attempt that may have made something, but blocks nothing: its provider answered that the input was bad, or that a later try
 * may help, and finds nothing.
 */
export function isDenied(record: ResourceRecord): boolean {
  return record.denied !== undefined && existenceOf(record) === 'doubtful'
}

/** True for a denied attempt if its plugin has answered that the create failed, and its dialect counts this as an answer. */
export function isAnswered(record: ResourceRecord): boolean {
  return record.denied === 'answered' && existenceOf(record) === 'doubtful'
}

/** True for a record whose create must be repeated, under the same id and with the same inputs, before anything else can be done with it. */
export function isCreateToRepeat(
  record: ResourceRecord,
  definition: Pick<ResourceTypeDefinition, 'settlement'> | undefined,
): boolean {
  return existenceOf(record) === 'doubtful' && definition?.settlement === 'find'
}

/** True for a doubtful resource whose provider has answered that the create failed; otherwise there was no answer. */
export function hasFailed({ status }: ResourceRecord): boolean {
  return status === 'create-failed'
}

/** True for a row without a thing, which keeps a name for a successor while the old resource makes room. */
export function isAbsent({ status }: ResourceRecord): boolean {
  return status === 'absent'
}

/**
 * True for a record that is forgotten at its end, while the thing stays outside. A failed attempt at a successor does not count, because nobody
 * asked to keep it.
 */
export function isRetained(record: Pick<ResourceRecord, 'removalPolicy' | 'replaced' | 'status'>): boolean {
  const { removalPolicy, replaced, status } = record
  return removalPolicy === 'retain' && !(replaced && lifeCycle[status].existence === 'doubtful')
}

/** The reason why a resource must be deployed again although nothing has changed. */
export function unfinished({ status }: ResourceRecord): string | undefined {
  return lifeCycle[status].again
}

/** True for a record that can be compared with the real thing, which exists, and which no call was half-way through changing. */
export function isComparable(record: ResourceRecord): boolean {
  const { isComparable: is = false } = lifeCycle[record.status]
  return is && certainlyExists(record)
}

/** The reason why a leftover record goes: either it was replaced, or it is only an attempt to make the resource. */
export function leftoverReason(record: ResourceRecord): string {
  if (existenceOf(record) === 'doubtful')
    return `perhaps left by ${hasFailed(record) ? 'a failed' : 'an interrupted'} create`
  return hasFailed(record) ? 'left by a failed create' : 'replaced'
}

export function isHalfUpdated({ status }: ResourceRecord): boolean {
  return lifeCycle[status].isHalfUpdated === true
}

/** True for a resource that must be read before it is used again, because a failed delete may have destroyed a part of it, or all. */
export function hasSurvived({ status }: Pick<ResourceRecord, 'status'>): boolean {
  return lifeCycle[status].hasSurvived === true
}

/** True if the last call did not end well, so that the record has reasons. */
export function hasReasons({ status }: ResourceRecord): boolean {
  return lifeCycle[status].hasReasons === true
}

/**
 * The time since which a resource is in doubt. A time in the future means that the clock was set back since. In that case, the doubt counts from
 * now; otherwise, it would last as long as the clock was wrong.
 */
export function doubtfulSince({ doubtSince = Infinity }: Pick<ResourceRecord, 'doubtSince'>, now: number): number {
  return Math.min(doubtSince, now)
}

/** The record without the mark of a doubt. The record is only copied if it has the mark. */
export function undoubted(record: ResourceRecord): ResourceRecord {
  if (record.doubtSince === undefined) return record
  const { doubtSince: _, ...known } = record
  return known
}
