import type { Gathered } from '../reality/gathered.ts'
import { unreadObstacle } from '../reality/obstacles.ts'
import { otherSettings } from '../reality/other-settings.ts'
import type { PlanStep } from './plan.ts'

/** Why there is a step for what would stay as it is: nobody could say how it is. */
export const couldNotBeRead = 'its state could not be read'

/** True for what nothing is to be done to, as far as is known: its step only fails, and says why it could not be read. */
export function isUnread({ action, reason, blocked }: Pick<PlanStep, 'action' | 'reason' | 'blocked'>): boolean {
  return action === 'update' && reason === couldNotBeRead && blocked !== undefined
}

/** What goes need not be read for that. Who asked for it to be read is told all the same that it was not. */
export function sayingUnread(steps: readonly PlanStep[], { unread }: Pick<Gathered, 'unread'>): PlanStep[] {
  return steps.map((step) => {
    const { action, current, reason, blocked } = step
    const failure = current && unread?.get(current.id)
    if (failure === undefined || (action !== 'delete' && action !== 'forget')) return step
    // What is not found would be taken for destroyed.
    if (failure.code === otherSettings && action === 'delete' && blocked === undefined)
      return { ...step, blocked: unreadObstacle(failure) }
    // An obstacle says itself what is wrong.
    const why = blocked === undefined ? `: ${unreadObstacle(failure).message}` : ''
    const note = `${couldNotBeRead}${why}`
    return { ...step, reason: reason === undefined || reason === 'destroy' ? note : `${reason}; ${note}` }
  })
}
