import type { ResourceRecord } from '@slipway/stores'
import { mayExist } from '../../reality/life-cycle.ts'
import type { Session } from '../session/session.ts'

/** Notes what is forgotten although it stays outside: in this run, nothing is to be mistaken for it that is found by the same key. */
export function leaveOutside(record: ResourceRecord, { outcome }: Pick<Session, 'outcome'>): void {
  if (mayExist(record)) outcome.leftOutside.push(record)
}

/** The same, and what creates of this run may have made but is not recorded yet: nobody knows which of them made what is found. */
export function recordsThatMayBe(session: Pick<Session, 'records' | 'outcome' | 'doubts'>): readonly ResourceRecord[] {
  return [...recordsOfThings(session), ...session.doubts.inDoubt.values()]
}

/** Records of everything that may exist: those in the state, and those of what was left outside. */
function recordsOfThings(session: Pick<Session, 'records' | 'outcome'>): readonly ResourceRecord[] {
  return [...session.records.all(), ...session.outcome.leftOutside]
}
