import { reached } from '@slipway/graph'
import type { ResourceRecord } from '@slipway/stores'
import { type Change, endKey, isEnd, isReplacedFirst, isReplacement, type Make, type PlanStep } from '../shape/plan.ts'
import { stepFor } from '../guard/unwanted.ts'
import type { Before } from './coming-before.ts'
import { isIn, isPresent, onlyContainer } from '../../reality/recorded/stands-in.ts'

/** True if a member does not go with its replaced container. */
export type Exception = (member: PlanStep, container: PlanStep) => boolean

/** True if a step ends a resource so that one of these names, other than its container's, can make room. */
export type MakesWay = (step: PlanStep, names: ReadonlySet<string>, container: PlanStep) => boolean

/**
 * Two kinds of members do not go with their container. The first moves to another container, and the container's successor needs it. It is
 * made first, so that nothing is destroyed if it is refused. The second must go before a resource can be made that the container's
 * successor needs. If the container went with it, the container would go before anybody knows whether its successor can be made.
 */
export function leavingAlone(before: Before, makesWay: MakesWay = () => false): Exception {
  const neededByName = new Map<string, ReadonlySet<string>>()
  return (member, container) => {
    const needed = neededByName.get(container.name) ?? reached([container.name], (name) => before.get(name))
    neededByName.set(container.name, needed)
    if (member.action === 'replace' && needed.has(member.name)) return true
    // A record that the plan leaves alone gets no call of its own.
    if (member.leftOut === true) return false
    return makesWay(member, needed, container) && !makesWay(container, needed, container)
  }
}

/**
 * Lets a container that makes room take its members along. They are destroyed without a call of their own, and those that are still wanted
 * are made anew in its successor. `membersGoingAlong` does the same for containers that are removed at the end.
 *
 * @param beside records that the plan leaves alone
 */
export function takeMembersAlong(
  planned: readonly PlanStep[],
  beside: readonly ResourceRecord[],
  staysBehind: Exception,
  goesFirst: (step: PlanStep) => boolean,
): readonly PlanStep[] {
  if (!planned.some(goesFirst)) return planned
  const known = new Set(planned.map(({ current }) => current?.id))
  const left = beside.filter(
    ({ id, options, standsIn }) => !known.has(id) && (options?.deletedWith ?? standsIn) !== undefined,
  )
  const steps = [...planned, ...left.map(leavingStep)]
  const going = steps.filter((step) => goesFirst(step) || mayGoAlong(step))
  const containers = containersOf(going, going, staysBehind)
  return steps.flatMap((step, index) => {
    const isFree = step.goesWith === undefined && (isEnd(step) || mayGoAlong(step))
    const end = isFree ? outermost(step, containers, goesFirst) : undefined
    if (isFree && end !== undefined) return [goingWith(step, end)]
    return index < planned.length ? [step] : []
  })
}

/** A step for a record that the plan is not about. */
function leavingStep(record: ResourceRecord): PlanStep {
  return { ...stepFor(record), action: 'delete', leftOut: true }
}

/**
 * The step that ends the container, by the step that ends its member.
 *
 * @param going the steps that may end a container
 */
export function containersOf(
  members: readonly PlanStep[],
  going: readonly PlanStep[],
  staysBehind: Exception = () => false,
): ReadonlyMap<PlanStep, PlanStep> {
  const byName = new Map(going.map((step) => [step.name, step]))
  const byId = new Map(going.map((step) => [step.current?.id, step]))
  const containers = new Map<PlanStep, PlanStep>()
  for (const step of members) {
    const { current } = step
    const container =
      current?.standsIn === undefined
        ? byName.get(current?.options?.deletedWith ?? '')
        : byId.get(onlyContainer(current))
    if (container === undefined || !isTakenAlong(current, container.current)) continue
    if (container.action === 'replace' && staysBehind(step, container)) continue
    containers.set(step, container)
  }
  return containers
}

/**
 * The step of a member whose old thing goes with its container. Its own reasons to be replaced no longer matter. It does not wait for
 * readers, because these may wait for the container's successor.
 */
function goingWith(step: MayGoAlong, container: PlanStep): PlanStep {
  const along = { goesWith: endKey(container), reason: `goes with ${container.name}` }
  if (isReplacement(step)) return { ...step, ...along, destroyFirst: true }
  if (isEnd(step)) return { ...step, ...along }
  const { key, name, type, changes, replaceBecause, current } = step
  return { key, name, type, changes, replaceBecause, current, ...along, action: 'delete', after: [] }
}

/** The outermost of the containers around a step that may be the last to go; none if the containers form a circle. */
export function outermost(
  step: PlanStep,
  containers: ReadonlyMap<PlanStep, PlanStep>,
  mayBeLast: (step: PlanStep) => boolean = () => true,
): PlanStep | undefined {
  const seen = new Set([step])
  let end: PlanStep | undefined
  for (let next = containers.get(step); next !== undefined; next = containers.get(next)) {
    if (seen.has(next)) return undefined
    seen.add(next)
    if (mayBeLast(next)) end = next
  }
  return end
}

/** True for a step whose old resource is destroyed before something else is made. */
export function makesRoom(step: PlanStep): boolean {
  return isReplacedFirst(step) || isRemovedFirst(step)
}

function isRemovedFirst({ action, blocked, destroyFirst }: PlanStep): boolean {
  return action === 'delete' && blocked === undefined && destroyFirst === true
}

/**
 * True for a step that may go with a container: a member that is destroyed or replaced, even if its own successor is blocked, because going
 * along needs no call; and an unwanted resource or an old generation that was to stay because something reads it.
 */
function mayGoAlong(step: PlanStep): step is MayGoAlong {
  const { action, current, wish, destroyFirst } = step
  const isKept = action === 'none' && (current.replaced || wish === undefined)
  return isKept || action === 'replace' || (action === 'delete' && destroyFirst !== true)
}

type MayGoAlong = Exclude<PlanStep, Make | Change>

/** True if a member certainly exists, and is certainly in this container. */
export function isTakenAlong(member: ResourceRecord | undefined, container: ResourceRecord | undefined): boolean {
  return member !== undefined && isPresent(member) && isIn(member, container)
}
