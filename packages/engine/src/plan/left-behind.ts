import { someValue, Unknown, type Value } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { Leaving } from './decide.ts'
import { oldKey, type PlanStep } from './plan.ts'
import { removalStep } from './unwanted.ts'
import { hasNoContainer, isIn, isInOlder, isPresent, mayBeIn, onlyContainer } from '../reality/stands-in.ts'

/** Something that others stand in, and that does not outlive the run. */
interface Outgoing {
  readonly record: ResourceRecord
  /** It goes before its successor comes. */
  readonly goesFirst: boolean
  /** It is gone by then, or may be: with what it stands in itself. */
  readonly mayBeGone: boolean
  readonly isOlder: boolean
  /** Of an older one: what has its name. */
  readonly successor?: ResourceRecord | undefined
}

/** What is replaced, or goes, for those that stand in it. */
export class ReplacedContainers {
  readonly #byName = new Map<string, Outgoing[]>()
  readonly #byId = new Map<string, Outgoing>()
  readonly #isRecorded: (id: string) => boolean

  constructor(isRecorded: (id: string) => boolean) {
    this.#isRecorded = isRecorded
  }

  /** Notes a replacement; other steps leave nothing behind. */
  note(step: PlanStep): void {
    const { current, destroyFirst: goesFirst = false } = step
    if (!isReplaced(step) || current === undefined) return
    const around = this.#around(current, current.options?.deletedWith)
    const mayBeGone = goesFirst || around.some((other) => other.mayBeGone && mayBeIn(current, other.record))
    this.#add({ record: current, goesFirst, mayBeGone, isOlder: false })
  }

  /** Notes what an earlier replacement has left of a name, or what goes. */
  noteOlder(record: ResourceRecord, successor?: ResourceRecord): void {
    if (record.replaced || record.removalPolicy !== 'retain')
      this.#add({ record, goesFirst: false, mayBeGone: false, isOlder: true, successor })
  }

  /**
   * For those that are to stand in something of a name. What can be given something of a new one, which is not known before, moves over, if it
   * outlives the old one.
   */
  leaving(container: string | undefined): Leaving | undefined {
    if (container === undefined) return undefined
    return (record, changes) => {
      if (hasNoContainer(record, this.#isRecorded)) return 'left'
      const all = this.#around(record, container)
      if (all.some(({ record: old, goesFirst }) => goesFirst && isTakenAlong(record, old))) return 'taken'
      const around = all.filter(({ record: old, isOlder, successor }) =>
        isOlder ? isInOlder(record, old, successor) : mayBeIn(record, old),
      )
      if (around.length === 0) return undefined
      const isGiven = changes.some(({ next }) => isOf(container, next))
      return isGiven && !around.some(({ mayBeGone }) => mayBeGone) ? undefined : 'left'
    }
  }

  /** What has the name, and what it was when the member was made, unless the user says that it stands elsewhere. */
  #around(record: ResourceRecord, container: string | undefined): readonly Outgoing[] {
    const named = this.#byName.get(container ?? '') ?? []
    const made = record.options?.deletedWith === container ? this.#byId.get(onlyContainer(record) ?? '') : undefined
    return made === undefined || named.includes(made) ? named : [...named, made]
  }

  #add(outgoing: Outgoing): void {
    const { name, id } = outgoing.record
    this.#byId.set(id, outgoing)
    const known = this.#byName.get(name)
    if (known === undefined) this.#byName.set(name, [outgoing])
    else known.push(outgoing)
  }
}

/** Whether a value depends on what is known of a resource only in the run. */
export function isOf(name: string, value: Value = null): boolean {
  const path = `resources.${name}`
  return someValue(
    value,
    (each) => each instanceof Unknown && (each.until === path || each.until.startsWith(`${path}.`)),
  )
}

/**
 * Has what makes room take along what surely stands in it: no call is made for that. What is still wanted comes anew, in the successor.
 * For before the steps are put in order: whom nobody can ask to wait waits for no reader.
 *
 * @param beside records that the plan leaves alone
 */
export function takeAlong(planned: readonly PlanStep[], beside: readonly ResourceRecord[]): readonly PlanStep[] {
  return withEnds(planned, beside, isReplacedFirst)
}

/** The same for what is removed to make room for something else, which is known once the steps are in order. */
export function takeAlongWithRoom(steps: readonly PlanStep[]): readonly PlanStep[] {
  return withEnds(steps, [], (step) => isReplacedFirst(step) || isRemovedFirst(step))
}

function withEnds(
  planned: readonly PlanStep[],
  beside: readonly ResourceRecord[],
  makesRoom: (step: PlanStep) => boolean,
): readonly PlanStep[] {
  if (!planned.some(makesRoom)) return planned
  const left = beside.filter(({ replaced, options }) => !replaced && options?.deletedWith !== undefined)
  const leaving = left.map((record) => removalStep(record, { action: 'delete', changes: [], replaceBecause: [] }))
  const steps = [...planned, ...leaving]
  const going = steps.filter((step) => makesRoom(step) || ends(step))
  const byName = new Map(going.map((step) => [step.name, step]))
  const byId = new Map(going.map((step) => [step.current?.id, step]))
  const containers = new Map<PlanStep, PlanStep>()
  for (const step of going) {
    const { current } = step
    const container =
      current?.standsIn === undefined
        ? byName.get(current?.options?.deletedWith ?? '')
        : byId.get(onlyContainer(current))
    if (container !== undefined && isTakenAlong(current, container.current)) containers.set(step, container)
  }
  return steps.flatMap((step, index) => {
    const end = step.goesWith === undefined ? outermost(step, containers, makesRoom) : undefined
    if (end !== undefined) return [goingWith(step, end)]
    return index < planned.length ? [step] : []
  })
}

/** Whatever else it is replaced for. */
function goingWith(step: PlanStep, { key, name, action }: PlanStep): PlanStep {
  const isMade = step.action === 'replace'
  const first = isMade ? { destroyFirst: true, after: [...new Set([...step.after, oldKey(step.key)])] } : {}
  return { ...step, ...first, goesWith: action === 'replace' ? oldKey(key) : key, reason: `goes with ${name}` }
}

/** The outermost of what makes room around something; of a circle nothing is. */
function outermost(
  step: PlanStep,
  containers: ReadonlyMap<PlanStep, PlanStep>,
  makesRoom: (step: PlanStep) => boolean,
): PlanStep | undefined {
  const seen = new Set([step])
  let end: PlanStep | undefined
  for (let next = containers.get(step); next !== undefined; next = containers.get(next)) {
    if (seen.has(next)) return undefined
    seen.add(next)
    if (makesRoom(next)) end = next
  }
  return end
}

function isReplacedFirst(step: PlanStep): boolean {
  return isReplaced(step) && step.destroyFirst === true
}

function isRemovedFirst({ action, blocked, destroyFirst }: PlanStep): boolean {
  return action === 'delete' && blocked === undefined && destroyFirst === true
}

/** What ends, whatever becomes of its successor: its end needs no call. */
function ends({ action, destroyFirst, current }: PlanStep): boolean {
  return current?.replaced === false && (action === 'replace' || (action === 'delete' && destroyFirst !== true))
}

function isReplaced({ action, blocked }: PlanStep): boolean {
  return action === 'replace' && blocked === undefined
}

function isTakenAlong(member: ResourceRecord | undefined, container: ResourceRecord | undefined): boolean {
  return member !== undefined && isPresent(member) && isIn(member, container)
}
