import { containsUnknown } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { Leaving } from './decide.ts'
import { oldKey, type PlanStep } from './plan.ts'
import { removalStep } from './unwanted.ts'
import { isIn, isInById, isPresent, mayBeIn } from '../reality/stands-in.ts'

/** Something that others stand in, and that does not outlive the run. */
interface Outgoing {
  readonly record: ResourceRecord
  /** It goes before its successor comes. */
  readonly goesFirst: boolean
  /** It is gone by then, or may be: with what it stands in itself. */
  readonly mayBeGone: boolean
  /** Another is the resource of its name already. */
  readonly isOlder: boolean
}

/** What is replaced, by its name, for those that stand in it. */
export class ReplacedContainers {
  readonly #outgoing = new Map<string, Outgoing[]>()

  /** Notes a replacement; other steps leave nothing behind. */
  note(step: PlanStep): void {
    const { name, current, destroyFirst: goesFirst = false } = step
    if (!isReplaced(step) || current === undefined) return
    const around = this.#outgoing.get(current.options?.deletedWith ?? '') ?? []
    const mayBeGone = goesFirst || around.some((other) => other.mayBeGone && mayBeIn(current, other.record))
    this.#add(name, { record: current, goesFirst, mayBeGone, isOlder: false })
  }

  /** Notes what an earlier replacement has left of a name. */
  noteOlder(record: ResourceRecord): void {
    this.#add(record.name, { record, goesFirst: false, mayBeGone: false, isOlder: true })
  }

  /**
   * For those that are to stand in something of a name; undefined where nothing of that name is replaced. What can be given something of the
   * new one, which is not known before, moves over, if it outlives the old one.
   */
  leaving(container: string | undefined): Leaving | undefined {
    const all = this.#outgoing.get(container ?? '')
    if (all === undefined) return undefined
    return (record, changes) => {
      if (all.some(({ record: old, goesFirst }) => goesFirst && isTakenAlong(record, old))) return 'taken'
      const around = all.filter(({ record: old, isOlder }) => (isOlder ? isInById(record, old) : mayBeIn(record, old)))
      if (around.length === 0) return undefined
      const isGiven = changes.some(({ next = null }) => containsUnknown(next))
      return isGiven && !around.some(({ mayBeGone }) => mayBeGone) ? undefined : 'left'
    }
  }

  #add(name: string, outgoing: Outgoing): void {
    const known = this.#outgoing.get(name)
    if (known === undefined) this.#outgoing.set(name, [outgoing])
    else known.push(outgoing)
  }
}

/**
 * Has what makes room take along what surely stands in it: no call is made for that. What is still wanted comes anew, in the successor.
 * For before the steps are put in order: whom nobody can ask to wait waits for no reader.
 *
 * @param beside records that the plan leaves alone
 */
export function takeAlong(planned: readonly PlanStep[], beside: readonly ResourceRecord[] = []): readonly PlanStep[] {
  if (!planned.some(makesRoom)) return planned
  const left = beside.filter(({ replaced, options }) => !replaced && options?.deletedWith !== undefined)
  const leaving = left.map((record) => removalStep(record, { action: 'delete', changes: [], replaceBecause: [] }))
  const steps = [...planned, ...leaving]
  const going = steps.filter((step) => makesRoom(step) || isRemoved(step))
  const byName = new Map(going.map((step) => [step.name, step]))
  const containers = new Map<PlanStep, PlanStep>()
  for (const step of going) {
    const container = byName.get(step.current?.options?.deletedWith ?? '')
    if (isTakenAlong(step.current, container?.current)) containers.set(step, container as PlanStep)
  }
  return steps.flatMap((step, index) => {
    const end = outermost(step, containers)
    if (end !== undefined) return [{ ...step, goesWith: oldKey(end.key), reason: `goes with ${end.name}` }]
    return index < planned.length ? [step] : []
  })
}

/** The outermost of what makes room around something; of a circle nothing is. */
function outermost(step: PlanStep, containers: ReadonlyMap<PlanStep, PlanStep>): PlanStep | undefined {
  const seen = new Set([step])
  let end: PlanStep | undefined
  for (let next = containers.get(step); next !== undefined; next = containers.get(next)) {
    if (seen.has(next)) return undefined
    seen.add(next)
    if (makesRoom(next)) end = next
  }
  return end
}

function makesRoom(step: PlanStep): boolean {
  return isReplaced(step) && step.destroyFirst === true
}

function isRemoved({ action, destroyFirst, blocked, current }: PlanStep): boolean {
  return action === 'delete' && destroyFirst !== true && blocked === undefined && current?.replaced === false
}

function isReplaced({ action, blocked, conditionUntil }: PlanStep): boolean {
  return action === 'replace' && blocked === undefined && conditionUntil === undefined
}

function isTakenAlong(member: ResourceRecord | undefined, container: ResourceRecord | undefined): boolean {
  return member !== undefined && isPresent(member) && isIn(member, container)
}
