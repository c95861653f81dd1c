import { type FieldChange, someValue, Unknown, type Value } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { CheckedResource } from '../check/checked.ts'
import type { Expression } from '../language/expression.ts'
import { type ReferenceExpression, referencesIn } from '../language/references.ts'
import type { MemberFate } from './decide.ts'
import { waitsFor, waitsOf } from './go-together.ts'
import { missingOutside } from './missing.ts'
import { oldKey, type PlanStep } from './plan.ts'
import { removalStep } from './unwanted.ts'
import { hasNoContainer, isIn, isInOlder, isPresent, mayBeIn, onlyContainer } from '../reality/stands-in.ts'

/** By name of a resource: the names of those that come before it. */
type Before = ReadonlyMap<string, readonly string[]>

/** What is wanted, as far as it says in what it is to stand. */
type Member = Pick<CheckedResource, 'options' | 'dependsOn' | 'spec'>

/** A container that the run is to destroy. */
interface Outgoing {
  readonly record: ResourceRecord
  /** It is destroyed before its successor is made. */
  readonly goesFirst: boolean
  /** True when it may be gone before its successor is made: on its own account, or with its own container. */
  readonly mayBeGone: boolean
  /** It was replaced by an earlier run, or is destroyed without a successor. */
  readonly isOlder: boolean
  /** Of an older one: the record that has its name now. */
  readonly successor?: ResourceRecord | undefined
}

/** The containers that a run is to destroy, and what becomes of their members. */
export class ReplacedContainers {
  readonly #byName = new Map<string, Outgoing[]>()
  readonly #byId = new Map<string, Outgoing>()
  /** Names of containers that are only made by this run: nothing stands in them yet. */
  readonly #made = new Set<string>()
  readonly #isRecorded: (id: string) => boolean
  readonly #goneFirst: ReadonlySet<string>
  /** Ids of old generations that stay for what reads them. */
  readonly #stillRead = new Set<string>()

  /**
   * @param goneFirst ids of containers that are known to be gone before their members could be changed
   * @param wanted what may read old generations
   */
  constructor(
    isRecorded: (id: string) => boolean,
    goneFirst: ReadonlySet<string> = new Set(),
    wanted: Iterable<Pick<CheckedResource, 'alsoReads'>> = [],
  ) {
    this.#isRecorded = isRecorded
    this.#goneFirst = goneFirst
    for (const { alsoReads = [] } of wanted) for (const id of alsoReads) this.#stillRead.add(id)
  }

  /** Notes the container of a step that makes or replaces it; of other steps nothing. */
  note(step: PlanStep): void {
    const { name, action, current, reason, destroyFirst: goesFirst = false } = step
    if (action === 'create' && step.found === undefined) this.#made.add(name)
    if (current !== undefined && reason === missingOutside)
      this.#add({ record: current, goesFirst: false, mayBeGone: true, isOlder: false })
    if (!isReplaced(step) || current === undefined) return
    const around = this.#around(current, current.options?.deletedWith)
    const mayBeGone = goesFirst || around.some((other) => other.mayBeGone && mayBeIn(current, other.record))
    this.#add({ record: current, goesFirst, mayBeGone, isOlder: false })
  }

  /** Notes a container that an earlier run has replaced, or that is destroyed without a successor. */
  noteOlder(record: ResourceRecord, successor?: ResourceRecord): void {
    if (this.#stillRead.has(record.id)) return
    const goesFirst = this.#goneFirst.has(record.id)
    if (record.replaced || record.removalPolicy !== 'retain')
      this.#add({ record, goesFirst, mayBeGone: goesFirst, isOlder: true, successor })
  }

  /**
   * For what is wanted in a container, or in none. It moves into a new container where one of its changes gives it a value of that, and
   * it is sure to be there still when the value is known.
   */
  memberFate({ options, dependsOn, spec }: Member): MemberFate {
    const container = options?.deletedWith
    return (record, changes) => {
      if (container !== undefined && hasNoContainer(record, this.#isRecorded)) return 'left'
      const all = this.#around(record, container)
      if (all.some(({ record: old, goesFirst }) => goesFirst && isTakenAlong(record, old))) return 'taken'
      if (container === undefined) return undefined
      const around = all.filter(({ record: old, isOlder, successor }) =>
        isOlder ? isInOlder(record, old, successor) : mayBeIn(record, old),
      )
      if (around.length === 0) return undefined
      const isGiven = changes.some((change) => gives(container, change, dependsOn, spec))
      return isGiven && !around.some(({ mayBeGone }) => mayBeGone) ? undefined : 'left'
    }
  }

  /**
   * Containers of the name, and the one in which the member was made. Who says by now that it stands elsewhere is believed, unless it cannot
   * stand there yet, or cannot leave in time.
   */
  #around(record: ResourceRecord, container: string | undefined): readonly Outgoing[] {
    const named = this.#byName.get(container ?? '') ?? []
    const made = this.#byId.get(onlyContainer(record) ?? '')
    if (made === undefined || named.includes(made)) return named
    const isThere = record.options?.deletedWith === container || this.#made.has(container ?? '')
    return isThere || this.#goneFirst.has(made.record.id) ? [...named, made] : named
  }

  #add(outgoing: Outgoing): void {
    const { name, id } = outgoing.record
    this.#byId.set(id, outgoing)
    const known = this.#byName.get(name)
    if (known === undefined) this.#byName.set(name, [outgoing])
    else known.push(outgoing)
  }
}

/** A value of the blueprint may pass on one of the container; that the member depends on that is known already. */
function mayBeOf(container: string, { to, name }: ReferenceExpression): boolean {
  return to === 'resource' ? name === container : to === 'value' || to === 'child'
}

/** Whether a value depends on what is known of a resource only in the run. */
export function isOf(name: string, value: Value = null): boolean {
  const path = `resources.${name}`
  return someValue(
    value,
    (each) => each instanceof Unknown && (each.until === path || each.until.startsWith(`${path}.`)),
  )
}

/** Whether a change gives a member a value of its container: one that is not known yet, or that has come in an earlier run. */
function gives(
  container: string,
  { path, next }: FieldChange,
  dependsOn: readonly string[],
  spec: Expression,
): boolean {
  if (isOf(container, next)) return true
  if (!dependsOn.includes(container) || spec.kind !== 'map') return false
  const attribute = spec.entries.find(([name]) => path === `spec.${name}` || path.startsWith(`spec.${name}.`))
  return attribute !== undefined && referencesIn(attribute[1]).some((part) => mayBeOf(container, part))
}

/**
 * Has a container that is replaced, and destroyed first, take along its members: they are destroyed without a call of their own, and those
 * that are still wanted are made anew in its successor. `goTogether` does the same for containers that are destroyed without a successor.
 *
 * To be called before the steps are put in order: a member that is taken along does not wait for its readers.
 *
 * @param beside records that the plan leaves alone
 * @param before by name of a resource: the names of those that come before it
 */
export function takeAlong(
  planned: readonly PlanStep[],
  beside: readonly ResourceRecord[],
  before: Before,
): readonly PlanStep[] {
  return takeMembersAlong(planned, beside, neededFirst(before), isReplacedFirst)
}

/**
 * The same once the steps are in order: for containers that are removed to make room for something else, and for members that are to stand
 * elsewhere, and cannot be made before their container goes.
 */
export function takeAlongInOrder(
  steps: readonly PlanStep[],
  beside: readonly ResourceRecord[],
  before: Before,
): readonly PlanStep[] {
  if (!steps.some(makesRoom)) return steps
  const isNeeded = neededFirst(before)
  let waits: ReadonlyMap<string, readonly string[]> | undefined
  const staysBehind: Exception = (member, container) =>
    isNeeded(member, container) && !waitsFor(oldKey(container.key), oldKey(member.key), (waits ??= waitsOf(steps)))
  const known = new Set(steps.map(({ current }) => current?.id))
  const others = beside.filter(({ id }) => !known.has(id))
  return takeMembersAlong(steps, others, staysBehind, makesRoom)
}

/** Whether a member that is replaced does not go with its container, which is replaced as well. */
type Exception = (member: PlanStep, container: PlanStep) => boolean

/** It is to stand elsewhere, where its container's successor needs it: it is made first, and nothing is destroyed if that is refused. */
function neededFirst(before: Before): Exception {
  const neededByName = new Map<string, ReadonlySet<string>>()
  return (member, container) => {
    const needed = neededByName.get(container.name) ?? neededBy(container.name, before)
    neededByName.set(container.name, needed)
    return needed.has(member.name)
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
    const end = step.goesWith === undefined ? outermost(step, containers, goesFirst) : undefined
    if (end !== undefined) return [goingWith(step, end)]
    return index < planned.length ? [step] : []
  })
}

/** Of what the plan is not about. */
function leavingStep(record: ResourceRecord): PlanStep {
  return { ...removalStep(record, { action: 'delete', changes: [], replaceBecause: [] }), leftOut: true }
}

/** By step that ends something: the step that ends the container in which that stands. */
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
    if (step.action === 'replace' && container.action === 'replace' && staysBehind(step, container)) continue
    containers.set(step, container)
  }
  return containers
}

/** A member's step, once its old thing goes with that of another step: its own reasons to be replaced no longer matter. */
function goingWith(step: PlanStep, { key, name, action }: PlanStep): PlanStep {
  const isMade = step.action === 'replace'
  // Neither waits for readers: these may wait for what the container makes room for.
  const first = isMade
    ? { destroyFirst: true, after: [...new Set([...step.after, oldKey(step.key)])], oldAfter: [] }
    : { after: [] }
  const ending = step.action === 'none' ? ({ action: 'delete' } as const) : {}
  const goesWith = action === 'replace' ? oldKey(key) : key
  return { ...step, ...first, ...ending, goesWith, reason: `goes with ${name}` }
}

/** All that comes before a resource, directly or not. */
function neededBy(container: string, before: Before): ReadonlySet<string> {
  const needed = new Set([container])
  for (const name of needed) for (const other of before.get(name) ?? []) needed.add(other)
  return needed
}

/** The outermost of the containers around a step that make room; none where they stand in each other. */
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
 * A member that is destroyed or replaced. Its own successor may be refused: to be taken along it needs no call. Nor does an old generation
 * that was to stay for something that reads it.
 */
function isEnding({ action, destroyFirst, current }: PlanStep): boolean {
  if (current === undefined) return false
  const isKept = action === 'none' && current.replaced
  return isKept || action === 'replace' || (action === 'delete' && destroyFirst !== true)
}

function isReplaced({ action, blocked }: PlanStep): boolean {
  return action === 'replace' && blocked === undefined
}

/** Whether a member is surely there, and in this container. */
export function isTakenAlong(member: ResourceRecord | undefined, container: ResourceRecord | undefined): boolean {
  return member !== undefined && isPresent(member) && isIn(member, container)
}
