import type { Gathered } from '../reality/gathered.ts'
import { unreadObstacle } from '../reality/obstacles.ts'
import { otherSettings } from '../reality/other-settings.ts'
import type { PlanStep } from './plan.ts'

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
    const note = `its state could not be read${why}`
    return { ...step, reason: reason === undefined || reason === 'destroy' ? note : `${reason}; ${note}` }
  })
}
