import type { ResourceRecord } from '@slipway/stores'
import { mayExist } from '../../reality/recorded/life-cycle.ts'
import type { Session } from '../session/session.ts'

/** Notes a resource that is forgotten but stays outside, so that this run does not mistake it for another resource with the same key. */
export function leaveOutside(record: ResourceRecord, { outcome }: Pick<Session, 'outcome'>): void {
  if (mayExist(record)) outcome.leftOutside.push(record)
}

/**
 * The records of all things that may exist, including those that creates of this run may have made but that are not recorded yet. Any of
 * these creates may have made a found thing.
 */
export function recordsThatMayBe(session: Pick<Session, 'records' | 'outcome' | 'doubts'>): readonly ResourceRecord[] {
  return [...recordsOfThings(session), ...session.doubts.inDoubt.values()]
}

/** Records of all things that may exist: those in the state, and those that were left outside. */
function recordsOfThings(session: Pick<Session, 'records' | 'outcome'>): readonly ResourceRecord[] {
  return [...session.records.all(), ...session.outcome.leftOutside]
}
