import type { CheckedResource } from '../check/checked.ts'
import type { MemberFate } from '../plan/decide/decide.ts'
import type { PlanStep } from '../plan/shape/plan.ts'
import { containerReplaced } from '../plan/decide/replace-because.ts'
import { isInById, mayBeIn } from '../reality/stands-in.ts'
import type { Session } from './session.ts'

/** Decides again in the run: a container that was to be replaced may have turned out to be fine, and stay. */
export function memberFateNow(
  { replaceBecause }: PlanStep,
  { options }: CheckedResource,
  session: Session,
): MemberFate | undefined {
  if (!replaceBecause.includes(containerReplaced)) return undefined
  return (record) => {
    const container = session.named(options?.deletedWith ?? '')
    if (container === undefined || session.absent.has(container.name)) return 'left'
    const { action = 'delete' } = session.plan.steps.find(({ current }) => current?.id === container.id) ?? {}
    if (action === 'delete') return 'left'
    const isIn = record.standsIn === undefined ? mayBeIn(record, container) : isInById(record, container)
    return isIn ? undefined : 'left'
  }
}
