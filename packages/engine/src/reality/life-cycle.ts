import type { ResourceStatus } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'

/**
 * Whether a recorded resource exists outside.
 * - `none`: surely nothing
 * - `doubtful`: its create was called, and nobody knows what became of it
 * - `there`: it exists, whole or not
 * - `going`: its destruction has begun, and nobody knows how that ended
 */
export type Existence = 'none' | 'doubtful' | 'there' | 'going'

/** The meaning of a status. */
interface Stage {
  readonly existence: Existence
  /** Why it is deployed again although nothing has changed. */
  readonly again?: string
  /** Its properties may be compared with what is recorded: nobody was half-way through changing them. */
  readonly isComparable?: true
  /** An update of it did not end well: nobody knows how much of that was done. */
  readonly isHalfUpdated?: true
  /** It was to be destroyed, and its provider has answered that this failed. */
  readonly hasSurvived?: true
  /** It did not end well: why is recorded with it. */
  readonly hasReasons?: true
}

/** The life of a resource. Everything else asks this table, and no status by its name. */
const lifeCycle: Readonly<Record<ResourceStatus, Stage>> = {
  absent: { existence: 'none' },
  'create-interrupted': { existence: 'doubtful', again: 'last create was interrupted', hasReasons: true },
  'create-failed': { existence: 'doubtful', again: 'last create failed', isComparable: true, hasReasons: true },
  creating: { existence: 'there', again: 'was not stable yet when the last run ended', isComparable: true },
  created: { existence: 'there', isComparable: true },
  updating: { existence: 'there', again: 'was not stable yet when the last run ended', isComparable: true },
  updated: { existence: 'there', isComparable: true },
  'update-failed': { existence: 'there', again: 'last update failed', isComparable: true, isHalfUpdated: true },
  'update-interrupted': {
    existence: 'there',
    again: 'last update was interrupted',
    isHalfUpdated: true,
    hasReasons: true,
  },
  destroying: { existence: 'going' },
  'destroy-failed': { existence: 'there', again: 'last delete did not finish', isComparable: true, hasSurvived: true },
  'destroy-interrupted': { existence: 'going', hasReasons: true },
  destroyed: { existence: 'none' },
}

export function existenceOf({ status, deployedAt, doubtSince }: ResourceRecord): Existence {
  const { existence } = lifeCycle[status]
  if (status !== 'create-failed') return existence
  if (deployedAt !== undefined) return 'there'
  // A refusal says that nothing was made; any other failure leaves a doubt.
  return doubtSince === undefined ? 'none' : 'doubtful'
}

/** True when there is, or may be, something outside that belongs to this record. */
export function mayExist(record: ResourceRecord): boolean {
  return existenceOf(record) !== 'none'
}

/**
 * True for an attempt that stands in nobody's way, though nobody knows that it has made nothing: its provider said that the input was
 * bad, or that another time may be better, and finds nothing.
 */
export function isDenied(record: ResourceRecord): boolean {
  return record.denied === true && existenceOf(record) === 'doubtful'
}

/** True for a doubtful resource whose provider has answered that the create failed; otherwise there was no answer. */
export function hasFailed({ status }: ResourceRecord): boolean {
  return status === 'create-failed'
}

/** True for a row that keeps a name while what had it makes room. */
export function isAbsent({ status }: ResourceRecord): boolean {
  return status === 'absent'
}

/** True for what is forgotten when it is to go, and stays outside. Nobody asked to keep what is left of a failed attempt at a successor. */
export function isRetained(record: Pick<ResourceRecord, 'removalPolicy' | 'replaced' | 'status'>): boolean {
  const { removalPolicy, replaced, status } = record
  return removalPolicy === 'retain' && !(replaced && lifeCycle[status].existence === 'doubtful')
}

/** Why a resource must be deployed again even when nothing has changed. */
export function unfinished({ status }: ResourceRecord): string | undefined {
  return lifeCycle[status].again
}

/** True for what can be compared with how it really is: it is there, and no call was half-way through it. */
export function isComparable(record: ResourceRecord): boolean {
  const { isComparable: is = false } = lifeCycle[record.status]
  return is && existenceOf(record) !== 'none' && existenceOf(record) !== 'doubtful'
}

export function isHalfUpdated({ status }: ResourceRecord): boolean {
  return lifeCycle[status].isHalfUpdated === true
}

/** True for what is to be read before it is anything again: a delete that has failed may have done a part, or all. */
export function hasSurvived({ status }: Pick<ResourceRecord, 'status'>): boolean {
  return lifeCycle[status].hasSurvived === true
}

/** True for what did not end well, so that why belongs to its record. */
export function hasReasons({ status }: ResourceRecord): boolean {
  return lifeCycle[status].hasReasons === true
}

/**
 * Since when a resource is in doubt. A time that is yet to come was written before the clock was set back: from now on it counts anew, or nobody
 * would know for as long as the clock was wrong.
 */
export function doubtfulSince({ doubtSince = Infinity }: Pick<ResourceRecord, 'doubtSince'>, now: number): number {
  return Math.min(doubtSince, now)
}

/** Without the mark of a doubt. Mostly there is none: no copy is made then. */
export function undoubted(record: ResourceRecord): ResourceRecord {
  if (record.doubtSince === undefined) return record
  const { doubtSince: _, ...known } = record
  return known
}
