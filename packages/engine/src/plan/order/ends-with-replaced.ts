import type { ResourceRecord } from '@slipway/stores'
import { waitsFor, waitsOf } from './ends-with-container.ts'
import type { Before } from './order.ts'
import { type Change, endKey, isEnd, isReplacement, type Make, oldKey, type PlanStep } from '../shape/plan.ts'
import { stepFor } from '../guard/unwanted.ts'
import { isIn, isPresent, onlyContainer } from '../../reality/stands-in.ts'

/**
 * Lets a container that is replaced and destroyed first take its members along: they are destroyed without a call of their own, and
 * those that are still wanted are made anew in its successor. `endWithContainer` does the same for containers without a successor.
 *
 * Call it before the steps are put in order: a member that is taken along does not wait for its readers.
 *
 * @param beside records that the plan leaves alone
 * @param before by name of a resource: the names of those that come before it
 * @param makesWay whether a step ends something so that one of these names can make room
 */
export function endWithReplaced(
  planned: readonly PlanStep[],
  beside: readonly ResourceRecord[],
  before: Before,
  makesWay: MakesWay = never,
): readonly PlanStep[] {
  return takeMembersAlong(planned, beside, leavingAlone(before, makesWay), isReplacedFirst)
}

/**
 * The same once the steps are in order: for containers that are removed to make room for something else, and for members that are to
 * stand elsewhere but cannot be made before their container goes.
 */
export function endWithReplacedInOrder(
  steps: readonly PlanStep[],
  beside: readonly ResourceRecord[],
  before: Before,
  makesWay: MakesWay = never,
): readonly PlanStep[] {
  if (!steps.some(makesRoom)) return steps
  const isAlone = leavingAlone(before, makesWay)
  let waits: ReadonlyMap<string, readonly string[]> | undefined
  const staysBehind: Exception = (member, container) =>
    isAlone(member, container) && !waitsFor(oldKey(container.key), oldKey(member.key), (waits ??= waitsOf(steps)))
  const known = new Set(steps.map(({ current }) => current?.id))
  const others = beside.filter(({ id }) => !known.has(id))
  return takeMembersAlong(steps, others, staysBehind, makesRoom)
}

/** Whether a member does not go with its container, which is replaced. */
type Exception = (member: PlanStep, container: PlanStep) => boolean

/** Whether a step ends something so that one of these names, other than its container's, can make room. */
type MakesWay = (step: PlanStep, names: ReadonlySet<string>, container: PlanStep) => boolean

const never = (): boolean => false

/**
 * Two kinds of members do not go with their container. One is to stand elsewhere, and the container's successor needs it: it is made first,
 * so that nothing is destroyed if it is refused. The other must go before something can be made that the container's successor needs. If
 * the container went with it, it would go before anybody knows whether its successor can be made.
 */
function leavingAlone(before: Before, makesWay: MakesWay): Exception {
  const neededByName = new Map<string, ReadonlySet<string>>()
  return (member, container) => {
    const needed = neededByName.get(container.name) ?? neededBy(container.name, before)
    neededByName.set(container.name, needed)
    if (member.action === 'replace' && needed.has(member.name)) return true
    // What the plan is not about has no call of its own.
    if (member.leftOut === true) return false
    return makesWay(member, needed, container) && !makesWay(container, needed, container)
  }
}

function takeMembersAlong(
  planned: readonly PlanStep[],
  beside: readonly ResourceRecord[],
  staysBehind: Exception,
  goesFirst: (step: PlanStep) => boolean,
): readonly PlanStep[] {
  if (!planned.some(goesFirst)) return planned
  const left = beside.filter(({ options, standsIn }) => (options?.deletedWith ?? standsIn) !== undefined)
  const steps = [...planned, ...left.map(leavingStep)]
  const going = steps.filter((step) => goesFirst(step) || isEnding(step))
  const containers = containersOf(going, staysBehind)
  return steps.flatMap((step, index) => {
    const isFree = step.goesWith === undefined && (isEnd(step) || isEnding(step))
    const end = isFree ? outermost(step, containers, goesFirst) : undefined
    if (isFree && end !== undefined) return [goingWith(step, end)]
    return index < planned.length ? [step] : []
  })
}

/** A step for something that the plan is not about. */
function leavingStep(record: ResourceRecord): PlanStep {
  return { ...stepFor(record), action: 'delete', leftOut: true }
}

/** By step that ends a member: the step that ends its container. */
function containersOf(going: readonly PlanStep[], staysBehind: Exception): ReadonlyMap<PlanStep, PlanStep> {
  const byName = new Map(going.map((step) => [step.name, step]))
  const byId = new Map(going.map((step) => [step.current?.id, step]))
  const containers = new Map<PlanStep, PlanStep>()
  for (const step of going) {
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

/** A member's step, once its old thing goes with that of another step: its own reasons to be replaced no longer matter. */
function goingWith(step: Ending, container: PlanStep): PlanStep {
  const along = { goesWith: endKey(container), reason: `goes with ${container.name}` }
  // It does not wait for readers: these may wait for what the container makes room for.
  if (isReplacement(step)) {
    const after = [...new Set([...step.after, oldKey(step.key)])]
    return { ...step, ...along, destroyFirst: true, after, oldAfter: [] }
  }
  if (isEnd(step)) return { ...step, ...along, after: [] }
  const { key, name, type, changes, replaceBecause, current } = step
  return { key, name, type, changes, replaceBecause, current, ...along, action: 'delete', after: [] }
}

/** Everything that comes before a resource, directly or not. */
function neededBy(container: string, before: Before): ReadonlySet<string> {
  const needed = new Set([container])
  for (const name of needed) for (const other of before.get(name) ?? []) needed.add(other)
  return needed
}

/** The outermost of the containers around a step that make room; none if they stand in each other. */
function outermost(
  step: PlanStep,
  containers: ReadonlyMap<PlanStep, PlanStep>,
  goesFirst: (step: PlanStep) => boolean,
): PlanStep | undefined {
  const seen = new Set([step])
  let end: PlanStep | undefined
  for (let next = containers.get(step); next !== undefined; next = containers.get(next)) {
    if (seen.has(next)) return undefined
    seen.add(next)
    if (goesFirst(next)) end = next
  }
  return end
}

/** True for what is destroyed before something else is made. */
export function makesRoom(step: PlanStep): boolean {
  return isReplacedFirst(step) || isRemovedFirst(step)
}

function isReplacedFirst(step: PlanStep): boolean {
  return isReplaced(step) && step.destroyFirst === true
}

function isRemovedFirst({ action, blocked, destroyFirst }: PlanStep): boolean {
  return action === 'delete' && blocked === undefined && destroyFirst === true
}

/**
 * True for a step that may be taken along: a member that is destroyed or replaced, even if its own successor is blocked, since going
 * along needs no call; and what nobody wants, or an old generation, that was to stay because something reads it.
 */
function isEnding(step: PlanStep): step is Ending {
  const { action, current, wish, destroyFirst } = step
  const isKept = action === 'none' && (current.replaced || wish === undefined)
  return isKept || action === 'replace' || (action === 'delete' && destroyFirst !== true)
}

type Ending = Exclude<PlanStep, Make | Change>

export function isReplaced({ action, blocked }: PlanStep): boolean {
  return action === 'replace' && blocked === undefined
}

/** Whether a member certainly exists, and certainly stands in this container. */
export function isTakenAlong(member: ResourceRecord | undefined, container: ResourceRecord | undefined): boolean {
  return member !== undefined && isPresent(member) && isIn(member, container)
}
