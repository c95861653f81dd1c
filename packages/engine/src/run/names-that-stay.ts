import type { StateChange } from '@slipway/stores'
import type { RunSession } from './run-session.ts'

/**
 * Once a program has ended well, the names of its resources are settled, and their former names are dropped. Until then, a user may go
 * back to the old program, which uses the former ones. Later, a former name may be given to something new, and since a program says
 * bit by bit what it wants, nobody could tell which of the two is meant.
 */
export function namesThatStay(session: Pick<RunSession, 'goals' | 'named'>): readonly StateChange[] {
  return Array.from(session.goals.keys()).flatMap((name): StateChange[] => {
    const record = session.named(name)
    if (record?.formerNames === undefined) return []
    const { formerNames: _, ...resource } = record
    return [{ kind: 'resource', resource }]
  })
}
