import type { Gathered, Drift } from '../../reality/gathered/gathered.ts'
import { asObstacle } from '../../reality/obstacles/obstacles.ts'
import { otherSettings } from '../../reality/obstacles/other-settings.ts'
import type { PlanStep } from './plan.ts'

/** The reason for a step of a resource that would otherwise stay as it is. */
export const couldNotBeRead = 'its state could not be read'

/** True for the step of a resource that may need no change. The step only fails, with the reason why the resource could not be read. */
export function isUnread({ action, reason, blocked }: Pick<PlanStep, 'action' | 'reason' | 'blocked'>): boolean {
  return action === 'update' && reason === couldNotBeRead && blocked !== undefined
}

/**
 * Notes on the steps of resources that go that these resources could not be read. They can go unread, but a user who asked for a refresh should
 * know.
 */
export function sayingUnread(steps: readonly PlanStep[], { unread }: Pick<Gathered, 'unread'>): readonly PlanStep[] {
  if (unread === undefined || unread.size === 0) return steps
  return steps.map((step) => {
    const { action, current, reason, blocked } = step
    const failure = current && unread.get(current.id)
    if (failure === undefined || (action !== 'delete' && action !== 'forget')) return step
    // With other settings, the delete would not find the thing, and would count it as destroyed.
    if (failure.code === otherSettings && action === 'delete' && blocked === undefined)
      return { ...step, blocked: asObstacle(failure) }
    // An obstacle has its own reason.
    const why = blocked === undefined ? `: ${asObstacle(failure).message}` : ''
    const note = `${couldNotBeRead}${why}`
    return { ...step, reason: reason === undefined || reason === 'destroy' ? note : `${reason}; ${note}` }
  })
}

/** The reason why a resource is made anew or forgotten: its provider looked for the thing and did not find it. */
export const missingOutside = 'missing outside'

/**
 * The ids of the records whose things no longer exist, according to a search now, or when a saved plan was made. Such records keep nothing alive. A
 * thing that now has their key came later, for another record.
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
