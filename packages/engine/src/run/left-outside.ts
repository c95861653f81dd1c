import type { ResourceRecord } from '@slipway/stores'
import { mayExist } from '../reality/life-cycle.ts'
import type { Session } from './session.ts'

/** Notes what is forgotten although it stays outside: nothing else that has its key is taken for it in this run. */
export function leaveOutside(record: ResourceRecord, { leftOutside }: Session): void {
  if (mayExist(record)) leftOutside.push(record)
}

/** The same, and what creates of this run may have made that are not recorded yet: nobody knows which of them has made what is found. */
export function recordsThatMayBe(
  session: Pick<Session, 'records' | 'leftOutside' | 'inDoubt'>,
): readonly ResourceRecord[] {
  return [...recordsOfThings(session), ...session.inDoubt.values()]
}

/** Records of all that may be there: those that there are, and those of what was left outside. */
export function recordsOfThings(session: Pick<Session, 'records' | 'leftOutside'>): readonly ResourceRecord[] {
  return [...session.records(), ...session.leftOutside]
}
