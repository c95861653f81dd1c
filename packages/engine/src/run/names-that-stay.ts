import type { StateChange } from '@slipway/stores'
import type { RunSession } from './run-session.ts'

/**
 * What a program has asked for, and come to a good end with, has its name for good. Only as long as it had not could somebody go back to
 * the program of before, which calls it otherwise; later that name may be given to something new, and a program says bit by bit what
 * it wants: nobody could tell which of the two is meant.
 */
export function namesThatStay(session: Pick<RunSession, 'goals' | 'named'>): readonly StateChange[] {
  return Array.from(session.goals.keys()).flatMap((name): StateChange[] => {
    const record = session.named(name)
    if (record?.formerNames === undefined) return []
    const { formerNames: _, ...resource } = record
    return [{ kind: 'resource', resource }]
  })
}
