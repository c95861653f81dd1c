import type { ResourceRecord } from '@slipway/stores'
import type { CheckedBlueprint } from '../../check/checked.ts'
import type { Gathered } from '../../reality/gathered.ts'
import { endEachThingOnce } from './one-thing-one-end.ts'
import { endWithContainer } from './ends-with-container.ts'
import { endWithReplaced, endWithReplacedInOrder } from './ends-with-replaced.ts'
import { orderLinks } from './link-order.ts'
import type { LinkStep } from '../shape/link-step.ts'
import { makingAgain } from '../match/made-by-plugins.ts'
import { membersLeaveFirst } from './members-leave-first.ts'
import { comingBefore, orderSteps } from './order.ts'
import type { PlanStep } from '../shape/plan.ts'
import { readersGoFirst, makingWay, usersGoFirst, waitForUsers } from './what-goes-first.ts'
import { takenSlots } from '../decide/slots.ts'

interface Arranged {
  readonly steps: readonly PlanStep[]
  readonly links: readonly LinkStep[]
  /** Ids of containers that would be gone before their members could be changed. */
  readonly goneFirst: ReadonlySet<string>
}

/**
 * Puts the steps of an `up` in order, and has members go with their containers, or move out before.
 *
 * @param beside records that the plan leaves alone
 */
export function scheduleOrder(
  steps: readonly PlanStep[],
  links: readonly LinkStep[],
  beside: readonly ResourceRecord[],
  blueprint: CheckedBlueprint,
  gathered: Pick<Gathered, 'providers' | 'drift' | 'state'>,
): Arranged {
  const { resources } = blueprint
  const { providers, state } = gathered
  const before = comingBefore(resources)
  // Only types of programs ask for this (`replacedWith`), on the way back, and a program has no links.
  const hasUsers = links.length === 0 && (state?.links ?? []).length === 0
  // Where nothing goes, only what is made has an order, and that is mostly so.
  if (hasUsers && steps.every(leavesNothing)) return { steps: orderSteps(steps, before), links, goneFirst: none }
  const makesWay = hasUsers ? makingWay(steps, providers) : undefined
  const along = endWithReplaced(steps, beside, before, makesWay)
  const all = hasUsers ? usersGoFirst(along, providers) : along
  const inOrder = orderSteps(all, before, readersGoFirst(all, takenSlots(all, providers, resources), providers))
  const ordered = endEachThingOnce(hasUsers ? waitForUsers(inOrder, providers) : inOrder, gathered)
  const { steps: moved, goneFirst } = membersLeaveFirst(endWithReplacedInOrder(ordered, beside, before, makesWay))
  const withLinks = orderLinks(moved, links, blueprint, providers)
  return { ...makingAgain({ steps: endWithContainer(withLinks.steps), links: withLinks.links }), goneFirst }
}

const none: ReadonlySet<string> = new Set()

/** True for a step that ends nothing, whatever becomes of its condition. */
function leavesNothing({ action, wish, goesWith, destroyFirst }: PlanStep): boolean {
  const isMade = action === 'none' || action === 'create' || action === 'update'
  return isMade && wish?.conditionUntil === undefined && goesWith === undefined && destroyFirst !== true
}
