import type { FieldChange, ResourceMetadata, Value, ValueMap } from '@slipway/model'
import type { ResourceRecord, StateChange } from '@slipway/stores'
import type { Found } from '../../check/checked.ts'
import type { PlannedChild } from './planned-children.ts'
import type { MadeFrom } from '../../language/declarations.ts'
import { isAbsent, existenceOf, unfinished } from '../../reality/life-cycle.ts'
import type { Obstacle } from '../../reality/obstacles.ts'
import type { LinkStep } from './link-step.ts'

export type Action = PlanStep['action']

/**
 * One resource and what will happen to it: an act, as plans show and save it. A replacement is two acts in one step: a make, and the end of
 * what was there before, which has a key of its own ({@link oldKey}).
 */
export type PlanStep = Make | Change | Replacement | Keep | Stay | End

/** The wishes of a blueprint or a program for a resource. */
export interface Wish {
  /** As far as it is known. Absent if it could not be worked out: then the step is blocked. */
  readonly spec?: ValueMap
  /** As far as it is known; absent when the blueprint gives none. */
  readonly metadata?: ResourceMetadata
  readonly description?: string
  /** The abstract resource that the user wrote, and from which a transformer made it. */
  readonly madeFrom?: MadeFrom
  /** It exists already, and is imported under this id, by which its provider knows it. */
  readonly importedAs?: string
  /** Only for programs: it is not made, but found, and recorded. */
  readonly found?: Found
  /** Its former name, if its identity says that it is the same one. */
  readonly renamedFrom?: string
  /**
   * Only when this is known, in the middle of the run, is it known whether the resource is wanted: `resources.a.spec.id`. If it is
   * not, nothing is made, and what exists goes once nobody reads it any more.
   */
  readonly conditionUntil?: string
  /** Options of a resource that stays, if they will be recorded differently: `protect`, `removalPolicy`. No provider is told. */
  readonly recorded?: readonly FieldChange[]
}

/** Fields that something cannot have. */
export type Without<Field extends string> = { readonly [Name in Field]?: never }

/** Fields about the end of something. */
type OfReplacement = 'retainsOld' | 'oldStays'
type OfEnd = 'goesBefore' | 'leftOut'
type OfBoth = 'destroyFirst' | 'lostWith' | 'goesWith'

interface Step {
  /** Unique in the plan: the name, or `web (old 01J…)` for what an earlier replacement has left behind. */
  readonly key: string
  readonly name: string
  readonly type: string
  /** For a part of another resource: the name of that one, in whose step it is done. */
  readonly within?: string
  /** Property by property, in the order of the schema. */
  readonly changes: readonly FieldChange[]
  /** Why a new resource is needed: paths of the properties that cannot change in place, `requested`, or one of the words of replace-because.ts. */
  readonly replaceBecause: readonly string[]
  /** Why there is a step at all, if the changes do not say it: `not in the blueprint`, `missing outside`, `last create failed`. */
  readonly reason?: string
  /** Keys of what must end before this one starts; {@link oldKey} stands for the removal of a replaced resource. */
  readonly after: readonly string[]
  readonly blocked?: Obstacle
}

/** A step for something that is wanted. `current` is its record, as this plan regroups it. */
interface Wished extends Step, Without<OfEnd> {
  readonly wish: Wish
  /** For a replacement, or if the condition is open: what must end before the old resource is destroyed. */
  readonly oldAfter?: readonly string[]
}

export interface Make extends Wished, Without<OfReplacement | OfBoth | 'record'> {
  readonly action: 'create'
  /** Of an earlier create that has failed, or of something that is gone. */
  readonly current?: ResourceRecord
}

export interface Change extends Wished, Without<OfReplacement | OfBoth | 'record'> {
  readonly action: 'update'
  readonly current: ResourceRecord
}

/** A make and an end. */
export interface Replacement extends Wished, Without<'record'> {
  readonly action: 'replace'
  readonly current: ResourceRecord
  /** The old resource goes before the new one is made. */
  readonly destroyFirst?: boolean
  /** The old resource is forgotten, and stays outside (`removalPolicy: retain`). */
  readonly retainsOld?: true
  /** Why the old resource stays for now. `app still reads it`: the plan is not about app, or app may still come. */
  readonly oldStays?: string
  /** For what is to be retained: the name of what it stands in, which is destroyed, and takes it along all the same. */
  readonly lostWith?: string
  /** For what goes without a call: the key of the step with which it goes, or of the removal of what that step leaves behind. */
  readonly goesWith?: string
}

/** Nothing is done to something that is wanted. */
export interface Keep extends Wished, Without<OfReplacement | OfBoth> {
  readonly action: 'none'
  readonly current: ResourceRecord
  /** The record as it must be from now on, without a call. */
  readonly record?: ResourceRecord
}

/** Nothing is done to something that is not wanted, or of which the plan does not say whether it is: at most it is recorded otherwise. */
export interface Stay extends Step, Without<OfReplacement | OfBoth | OfEnd | 'wish' | 'oldAfter'> {
  readonly action: 'none' | 'update'
  readonly current: ResourceRecord
  readonly record?: ResourceRecord
}

/** `delete` ends the thing itself; `forget` only strikes its record. */
export interface End extends Step, Without<OfReplacement | 'wish' | 'oldAfter' | 'record'> {
  readonly action: 'delete' | 'forget'
  readonly current: ResourceRecord
  /** It makes room for another one. */
  readonly destroyFirst?: boolean
  readonly lostWith?: string
  readonly goesWith?: string
  /** The name of what makes room, and before which it goes. If it is still wanted, it is made again after that. */
  readonly goesBefore?: string
  /** For what goes with something although the plan is not about it: by itself, it would stay. */
  readonly leftOut?: true
}

/** The steps of a deployment. Immutable; same inputs, same bytes. */
export interface Plan {
  readonly format: 3
  /** `tasks`: nothing but the work around the steps, of which there are none. */
  readonly operation: 'up' | 'destroy' | 'refresh' | 'tasks'
  readonly instance: string
  /** Version of the state that it was made from; -1 when there was none. If the state has changed since, the plan is stale, and refused. */
  readonly stateVersion: number
  readonly blueprintHash: string
  /** The selection, if it is not everything: these resources and what they need, or all but these. */
  readonly part?: { readonly targets: readonly string[] } | { readonly exclude: readonly string[] }
  /** It is the plan of a program; there is no blueprint. */
  readonly isOfProgram?: true
  /** It takes a run back. */
  readonly isWayBack?: true
  /** Changes to the records before the first step: which record belongs to which resource. */
  readonly regrouped: readonly StateChange[]
  readonly steps: readonly PlanStep[]
  /** Steps of the links between resources; absent when there are none. */
  readonly links?: readonly LinkStep[]
  /** Names of resources whose condition is false: references to them are none. */
  readonly absent?: readonly string[]
  /** Exports as far as they are known. */
  readonly exports: Readonly<Record<string, Value>>
  readonly exportsChanged: boolean
  /** Each export that differs from what is recorded, or may; absent when none does. */
  readonly exportChanges?: readonly FieldChange[]
  /** The children of the instance; absent when it has none. */
  readonly children?: readonly PlannedChild[]
  /** The outcomes of the blueprint's checks; absent when it has none. */
  readonly checks?: readonly PlannedCheck[]
  /** All of the instance will be protected from now on, or no longer; absent: that stays as it is recorded. */
  readonly protect?: boolean
  /** Values drawn for the calls of `uuid` and `datetime` in the blueprint; sealed when written. */
  readonly drawn?: ValueMap
}

/** `metadata.slipway.checks[0]`, and its outcome. */
export interface PlannedCheck {
  readonly path: string
  /** `open`: what decides it is only known after the run. */
  readonly outcome: 'met' | 'unmet' | 'open'
  /** For one that is not met: the message that the blueprint has for it. */
  readonly message?: string
  /** For an open one: what it waits for. */
  readonly until?: string
}

export interface PlanSummary {
  readonly create: number
  readonly update: number
  readonly replace: number
  readonly delete: number
  readonly forget: number
  readonly none: number
}

/** Stands in `after` and `oldAfter` for the removal of the resource that a replace step leaves behind. */
export function oldKey(key: string): string {
  return `${key} (old)`
}

/** The key of a step for one of several records under a name. */
export function rowKey({ name, id }: Pick<ResourceRecord, 'name' | 'id'>): string {
  return oldKey(`${name} ${id}`)
}

export function isReplacement(step: PlanStep): step is Replacement {
  return step.action === 'replace'
}

export function isEnd(step: PlanStep): step is End {
  return step.action === 'delete' || step.action === 'forget'
}

/** Keys of everything that something new waits for, ends included. */
export function awaitedByNew(steps: readonly PlanStep[]): Set<string> {
  return new Set(steps.flatMap((step) => (isEnd(step) ? [] : step.after)))
}

/** True for a step that ends something, whatever becomes of its condition. */
export function isEnding(step: PlanStep): step is Replacement | End {
  return isReplacement(step) || isEnd(step)
}

/** True for what is certainly destroyed before its successor is made. */
export function isReplacedFirst(step: PlanStep): step is Replacement {
  return isReplacement(step) && step.destroyFirst === true && step.blocked === undefined
}

/** True for a step that makes or changes something. */
export function isDeployed({ action }: PlanStep): boolean {
  return action === 'create' || action === 'update' || action === 'replace'
}

/** The key of what ends the resource that exists now. */
export function endKey(step: Pick<PlanStep, 'action' | 'key'>): string {
  return step.action === 'replace' ? oldKey(step.key) : step.key
}

export function summary({ steps, links = [] }: Pick<Plan, 'steps' | 'links'>): PlanSummary {
  const counts = { create: 0, update: 0, replace: 0, delete: 0, forget: 0, none: 0 }
  for (const step of steps) if (!isOfNothing(step)) counts[step.action]++
  for (const link of links) counts[link.action]++
  return counts
}

/** True for a step that only deletes a row with nothing behind it, which kept a name for something that never came: no user cares. */
export function isOfNothing({ action, current }: Pick<PlanStep, 'action' | 'current'>): boolean {
  return action === 'forget' && current !== undefined && isAbsent(current)
}

/** What changes in the record of a resource to which nothing is done: its name, or its options. */
export function notedAs({ action, wish }: Pick<PlanStep, 'action' | 'wish'>): 'rename' | 'record' | undefined {
  if (action !== 'none' || wish?.importedAs !== undefined) return undefined
  if (wish?.renamedFrom !== undefined) return 'rename'
  return wish?.recorded === undefined ? undefined : 'record'
}

/** True for operations that deploy nothing: at most, they record how things are. */
export function deploysNothing(operation: Plan['operation']): boolean {
  return operation === 'refresh' || operation === 'tasks'
}

/** True when running the plan would call a provider, or change anything in the state. */
export function hasWork(plan: Plan): boolean {
  return (
    plan.exportsChanged ||
    plan.protect !== undefined ||
    plan.regrouped.length > 0 ||
    plan.links?.some((link) => link.action !== 'none') === true ||
    (plan.children ?? []).some(({ change, exportsChanged }) => change !== undefined || exportsChanged) ||
    plan.steps.some(
      ({ action, record, wish }) => action !== 'none' || record !== undefined || wish?.conditionUntil !== undefined,
    )
  )
}

/** True when running the plan would change anything that a user can see: `--detailed-exitcode` tells this. */
export function hasChanges(plan: Plan): boolean {
  return (
    plan.exportsChanged ||
    plan.protect !== undefined ||
    plan.links?.some((link) => link.action !== 'none') === true ||
    (plan.children ?? []).some(({ exportsChanged }) => exportsChanged) ||
    plan.steps.some((step) => (step.action === 'none' ? isNoted(step) : !isOfNothing(step)))
  )
}

/** True for a step that does nothing, but of which there is something to say: a new name, other options, an import, an open condition. */
export function isNoted({ wish = {} }: Pick<PlanStep, 'wish'>): boolean {
  return (wish.renamedFrom ?? wish.importedAs ?? wish.conditionUntil ?? wish.recorded) !== undefined
}

/** True for a step whose second half may remove the record that was there before. */
export function leavesOld({ action, current, wish }: PlanStep): boolean {
  return action === 'replace' || (wish?.conditionUntil !== undefined && current !== undefined)
}

/** True for a step that makes something new, or may do so because nobody knows whether it exists. */
export function isCreated({ action, current }: Pick<PlanStep, 'action' | 'current'>): boolean {
  const isDoubtful = current !== undefined && existenceOf(current) === 'doubtful'
  return action === 'create' || action === 'replace' || (action === 'update' && isDoubtful)
}

/**
 * True for a step without which something that only left the blueprint stays: what the step makes, or has not made well yet, may be
 * that under another name.
 */
export function isNew(step: Pick<PlanStep, 'action' | 'current'>): boolean {
  const { action, current } = step
  return isCreated(step) || (action === 'update' && current !== undefined && unfinished(current) !== undefined)
}
