import type { ResourceRecord } from '@slipway/stores'
import { mayExist } from '../reality/life-cycle.ts'
import type { Session } from './session.ts'

/** Notes what is forgotten although it stays outside: nothing else that has its key is taken for it in this run. */
export function leaveOutside(record: ResourceRecord, { leftOutside }: Session): void {
  if (mayExist(record)) leftOutside.push(record)
}

/** Records of all that may be there: those that there are, and those of what was left outside. */
export function recordsOfThings(session: Pick<Session, 'records' | 'leftOutside'>): readonly ResourceRecord[] {
  return [...session.records(), ...session.leftOutside]
}
