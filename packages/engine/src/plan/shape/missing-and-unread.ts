import type { Gathered, Drift } from '../../reality/gathered.ts'
import { asObstacle } from '../../reality/obstacles.ts'
import { otherSettings } from '../../reality/other-settings.ts'
import type { PlanStep } from './plan.ts'

/** Why there is a step for something that would otherwise stay as it is. */
export const couldNotBeRead = 'its state could not be read'

/** True for a resource that may need nothing: its step only fails, and says why the resource could not be read. */
export function isUnread({ action, reason, blocked }: Pick<PlanStep, 'action' | 'reason' | 'blocked'>): boolean {
  return action === 'update' && reason === couldNotBeRead && blocked !== undefined
}

/** A resource that goes need not have been read. But a user who asked for a refresh is told that it was not. */
export function sayingUnread(steps: readonly PlanStep[], { unread }: Pick<Gathered, 'unread'>): readonly PlanStep[] {
  if (unread === undefined || unread.size === 0) return steps
  return steps.map((step) => {
    const { action, current, reason, blocked } = step
    const failure = current && unread.get(current.id)
    if (failure === undefined || (action !== 'delete' && action !== 'forget')) return step
    // With other settings it would not be found, and so be taken for destroyed.
    if (failure.code === otherSettings && action === 'delete' && blocked === undefined)
      return { ...step, blocked: asObstacle(failure) }
    // An obstacle says what is wrong itself.
    const why = blocked === undefined ? `: ${asObstacle(failure).message}` : ''
    const note = `${couldNotBeRead}${why}`
    return { ...step, reason: reason === undefined || reason === 'destroy' ? note : `${reason}; ${note}` }
  })
}

/** Why something is made anew or forgotten: its provider looked, and does not find it. */
export const missingOutside = 'missing outside'

/**
 * Ids of the records whose things no longer exist, by what was found now, or when a saved plan was made. They keep nothing alive. A thing
 * that has their key now came later, for another record.
 */
export function missingIds(
  drift: ReadonlyMap<string, Drift>,
  steps: readonly Pick<PlanStep, 'current' | 'reason'>[] = [],
): ReadonlySet<string> {
  const missing = new Set<string>()
  for (const [id, { kind }] of drift) if (kind === 'missing') missing.add(id)
  for (const { current, reason } of steps)
    if (current !== undefined && reason === missingOutside) missing.add(current.id)
  return missing
}
