import { Failure } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { CheckedResource } from '../../check/checked.ts'
import { fewOf } from '../../language/few-of.ts'
import { mayExist } from '../../reality/recorded/life-cycle.ts'
import { protectedFailure, sayingNoMore, toDestroy, unprotecting } from '../../reality/obstacles/obstacles.ts'
import { type End, isReplacement, type Plan, type PlanStep, type Replacement } from '../shape/plan.ts'
import { becauseReplaced } from '../decide/replace-because.ts'
import { Containers, isInById, Members } from '../../reality/recorded/stands-in.ts'
import { stepFor } from './unwanted.ts'
import { isProtected } from './what-holds.ts'

interface Known {
  readonly records?: readonly ResourceRecord[]
  readonly spokenOf?: string
  readonly otherwise?: string
}

/**
 * Fails if a plan would destroy a resource that its record or the present blueprint protects.
 *
 * @param wanted the resources of the blueprint, by name
 * @param records all records, because one that the plan leaves out may be in a container that the plan destroys
 * @param spokenOf the name with which the caller's message begins, so that the failure says "it"
 * @param otherwise what the user may do instead
 */
export function refuseProtected(
  { steps }: Pick<Plan, 'steps'>,
  wanted: ReadonlyMap<string, Pick<CheckedResource, 'options'>> = new Map(),
  { records = [], spokenOf, otherwise }: Known = {},
): void {
  const hit = protectedAmong(steps, records, wanted)
  if (hit.length === 0) return
  const names = [...new Set(hit.map(({ name }) => name))]
  const [first] = hit
  const isOne = names.length === 1 && first !== undefined
  const message = isOne
    ? becauseOf(first, spokenOf)
    : `${fewOf(names)} are protected, and would be destroyed or replaced`
  const hint = hintFor(
    [...new Set(hit.map(recordedName))],
    hit.filter((step) => isSaid(step, wanted)),
    hit,
  )
  throw new Failure('engine/protected', message, {
    details: isOne ? [] : hit.map((step) => becauseOf(step)),
    hint: otherwise === undefined ? hint : `${otherwise}; ${hint}`,
  })
}

/** The plan of a way back, in which protected resources stay as they are. */
export function withoutProtected(
  plan: Plan,
  wanted: ReadonlyMap<string, Pick<CheckedResource, 'options'>>,
  records: readonly ResourceRecord[],
): Plan {
  const isFree = protectedAmong(plan.steps, records, wanted).length === 0
  return isFree ? plan : { ...plan, steps: holdProtected(plan.steps, records) }
}

function protectedAmong(
  steps: readonly PlanStep[],
  records: readonly ResourceRecord[],
  wanted: ReadonlyMap<string, Pick<CheckedResource, 'options'>>,
): readonly PlanStep[] {
  if (!steps.some(isDestroyed)) return []
  return [...steps, ...takenAlong(steps, records, wanted)].filter(
    (step) => isDestroyed(step) && isGuarded(step, wanted),
  )
}

/** A resource that the plan renames is still recorded under its former name. */
function recordedName({ name, wish }: PlanStep): string {
  return wish?.renamedFrom ?? name
}

const saidNoMore = `first ${sayingNoMore}, and run slipway up`

/**
 * @param names the recorded names
 * @param said the steps of resources that the next `up` would protect again, whatever is recorded
 */
function hintFor(names: readonly string[], said: readonly PlanStep[], hit: readonly PlanStep[]): string {
  const isOne = names.length === 1
  if (said.length === hit.length) return toDestroy(isOne, saidNoMore)
  if (said.length > 0)
    return toDestroy(false, `${saidNoMore}; or ${unprotecting()}, if it is not declared as protected`)
  return toDestroy(isOne, `${isOne ? unprotecting(names[0]) : unprotecting()}; or ${saidNoMore}`)
}

/**
 * Blocks the steps that would destroy a protected resource, or a container of one. For the end of a program, and for the way back.
 *
 * @param records all records
 * @param before the records at the start of the run; a resource that the run should have moved may still be in its old container
 */
export function holdProtected(
  steps: readonly PlanStep[],
  records: readonly ResourceRecord[],
  before: readonly ResourceRecord[] = [],
): readonly PlanStep[] {
  const ids = new Set(records.map(({ id }) => id))
  const still = before.filter(({ id }) => ids.has(id))
  const going = new Set(steps.filter(isDestroyed).map(({ current }) => current?.id))
  const containers = new Map([...protectedInside(steps, still), ...protectedInside(steps, records)])
  return steps.map((step) => {
    const inside = containers.get(step.key)
    const isItself = isDestroyed(step) && step.current !== undefined && isProtected(step.current)
    const held = inside ?? (isItself ? step.current : undefined)
    if (held === undefined) return step
    const { goesWith: _, ...alone } = step
    const { code, message, hint } =
      inside === undefined ? protectedFailure(held) : protectedFailure(held, step.name, !going.has(held.id))
    const after = inside === undefined ? [] : step.after
    return { ...alone, after, blocked: { code, message, ...(hint !== undefined && { hint }) } }
  })
}

/** A protected resource that may be inside a destroyed resource, by key of the step that destroys. */
function protectedInside(
  steps: readonly PlanStep[],
  records: readonly ResourceRecord[],
): ReadonlyMap<string, ResourceRecord> {
  const found = new Map<string, ResourceRecord>()
  const guarded = records.filter((record) => isProtected(record) && mayExist(record))
  if (guarded.length === 0) return found
  const whole = steps.filter((step) => isDestroyed(step) && !step.current?.replaced)
  const going = new Map(whole.map((step) => [step.current?.id, step.key]))
  const known = new Containers(records.filter(({ replaced }) => !replaced))
  for (const record of guarded) {
    for (const { id } of known.around(record)) {
      const key = going.get(id)
      if (key !== undefined) found.set(key, record)
    }
  }
  return found
}

/** True for a step that destroys an existing resource. A resource with an open condition may be saved, but not if it goes with its container. */
export function isDestroyed(step: PlanStep): step is Replacement | End {
  if (!isReplacement(step)) return step.action === 'delete'
  return step.wish.conditionUntil === undefined || step.goesWith !== undefined
}

/** Steps for resources that the plan leaves as they are, or is not about, but that go with a container which it destroys. */
function takenAlong(
  steps: readonly PlanStep[],
  records: readonly ResourceRecord[],
  wanted: ReadonlyMap<string, Pick<CheckedResource, 'options'>>,
): readonly PlanStep[] {
  const gone = steps.filter(isDestroyed).filter((step) => step.retainsOld !== true)
  if (gone.length === 0) return []
  const members = new Members(records.filter(mayExist))
  if (members.isEmpty) return []
  const planned = new Map(steps.map((step) => [step.current?.id, step]))
  const isLeft = ({ id, options }: ResourceRecord, container: PlanStep): boolean => {
    const step = planned.get(id)
    if (step === undefined) return true
    if (isDestroyed(step)) return false
    // The member stays although nothing wants it, so nothing shows that it is in another container by now.
    if (step.action === 'none' && !wanted.has(step.name)) return true
    const said = wanted.get(step.name)?.options?.deletedWith
    if (said === container.name || said === options?.deletedWith) return true
    // If the user says that the member is in another container, that counts, unless a change must still move it and comes too late.
    return step.action === 'update' && !container.after.includes(step.key)
  }
  const seen = new Set<string>()
  // The successor is made before the old container goes. A member that has been changed by then may have moved to the successor; other members have
  // not.
  const isLeftBehind = (member: ResourceRecord, old: ResourceRecord): boolean => {
    const step = planned.get(member.id)
    const said = wanted.get(step?.name ?? '')?.options?.deletedWith
    return step?.action === 'none' && said === member.options?.deletedWith && isInById(member, old)
  }
  const taken: End[] = []
  for (let at = 0; at < gone.length; at++) {
    const container = gone[at]
    if (container === undefined) continue
    const { name, action, current, destroyFirst } = container
    const isOld = current.replaced || (action === 'replace' && destroyFirst !== true)
    for (const member of members.in(current)) {
      if (seen.has(member.id) || !(isOld ? isLeftBehind(member, current) : isLeft(member, container))) continue
      seen.add(member.id)
      const step: End = { ...stepFor(member), action: 'delete', reason: `goes with ${name}` }
      taken.push(step)
      gone.push(step)
    }
  }
  return taken
}

function isGuarded(
  { name, action, current }: PlanStep,
  wanted: ReadonlyMap<string, Pick<CheckedResource, 'options'>>,
): boolean {
  if (current === undefined) return false
  return isProtected(current) || isSaid({ name, action }, wanted)
}

/** True for a resource that is declared as protected and still exists after the plan. */
function isSaid(
  { name, action }: Pick<PlanStep, 'name' | 'action'>,
  wanted: ReadonlyMap<string, Pick<CheckedResource, 'options'>>,
): boolean {
  return action === 'replace' && isProtected(wanted.get(name) ?? {})
}

function becauseOf({ name, type, action, reason, replaceBecause }: PlanStep, spokenOf?: string): string {
  const { paths, others } = becauseReplaced(replaceBecause)
  const replaced = paths.length === 0 ? undefined : `${paths.map(ownPath).join(', ')} cannot change in place`
  const why = [reason === 'destroy' ? undefined : reason, replaced, ...others].filter((part) => part !== undefined)
  const verb = action === 'delete' ? 'destroyed' : 'replaced'
  const who = name === spokenOf ? 'it' : `${name} (${type})`
  return `${who} is protected, and would be ${verb}${why.length === 0 ? '' : `: ${why.join('; ')}`}`
}

/** The path as plans show it. */
function ownPath(path: string): string {
  return path.replace(/^spec\./, '')
}
