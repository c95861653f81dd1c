import type { FieldChange, ResourceMetadata, Value, ValueMap } from '@slipway/model'
import type { ResourceRecord, StateChange } from '@slipway/stores'
import type { Found } from '../../check/checked.ts'
import type { PlannedChild } from './planned-children.ts'
import type { MadeFrom } from '../../language/declarations.ts'
import { isAbsent, existenceOf, unfinished } from '../../reality/recorded/life-cycle.ts'
import type { Obstacle } from '../../reality/obstacles/obstacles.ts'
import type { LinkStep } from './link-step.ts'

export type Action = PlanStep['action']

/**
 * The step of one resource: an act, as plans show and save it. A replacement is two acts in one step: a make, and the end of the old
 * resource, which has a key of its own ({@link oldKey}).
 */
export type PlanStep = Make | Change | Replacement | Keep | Stay | End

/** The wishes of a blueprint or a program for a resource. */
export interface Wish {
  /** The wanted spec, of which parts may be unknown. Absent if it could not be worked out, so that the step is blocked. */
  readonly spec?: ValueMap
  /** The known metadata; absent if the blueprint gives none. */
  readonly metadata?: ResourceMetadata
  readonly description?: string
  /** The user's abstract resource from which a transformer made it. */
  readonly madeFrom?: MadeFrom
  /** The provider's id of an existing thing that is imported as the resource. */
  readonly importedAs?: string
  /** Only for programs: the resource already exists, and is only found and recorded. */
  readonly found?: Found
  /** The resource's former name, if its identity shows that it is the same resource. */
  readonly renamedFrom?: string
  /**
   * The value on which it depends, in the middle of the run, whether the resource is wanted: `resources.a.spec.id`. If the resource is not wanted,
   * nothing is made, and an existing resource goes once nothing reads it any more.
   */
  readonly conditionUntil?: string
  /** Options of a resource that stays, if their records change: `protect`, `removalPolicy`. No provider learns of them. */
  readonly recorded?: readonly FieldChange[]
}

/** The fields that an object may not have. */
export type Without<Field extends string> = { readonly [Name in Field]?: never }

/** Names of the fields about the end of a replaced resource. */
type OfReplacement = 'retainsOld' | 'oldStays'
type OfEnd = 'goesBefore' | 'leftOut'
type OfBoth = 'destroyFirst' | 'lostWith' | 'goesWith'

interface Step {
  /** Unique in the plan: the name, or `web (old 01J…)` for a resource that an earlier replacement has left behind. */
  readonly key: string
  readonly name: string
  readonly type: string
  /** For a part of another resource: the name of the whole, in whose step it is done. */
  readonly within?: string
  /** Property by property, in the order of the schema. */
  readonly changes: readonly FieldChange[]
  /**
   * The reasons for a new resource: paths of the properties that cannot change in place, `requested`, or one of the words of
   * replace-because.ts.
   */
  readonly replaceBecause: readonly string[]
  /** The reason for the step, if the changes do not show it: `not in the blueprint`, `missing outside`, `last create failed`. */
  readonly reason?: string
  /** The keys of the steps that must finish before this one starts; {@link oldKey} is for the removal of a replaced resource. */
  readonly after: readonly string[]
  readonly blocked?: Obstacle
}

/** A step for a wanted resource. `current` is its record, as this plan regroups it. */
interface Wished extends Step, Without<OfEnd> {
  readonly wish: Wish
  /** For a replacement, or an open condition: the keys of the steps that must finish before the old resource is destroyed. */
  readonly oldAfter?: readonly string[]
}

export interface Make extends Wished, Without<OfReplacement | OfBoth | 'record'> {
  readonly action: 'create'
  /** The record of an earlier create that failed, or of a thing that is gone. */
  readonly current?: ResourceRecord
}

export interface Change extends Wished, Without<OfReplacement | OfBoth | 'record'> {
  readonly action: 'update'
  readonly current: ResourceRecord
}

/** A step that makes a resource, and ends the old one. */
export interface Replacement extends Wished, Without<'record'> {
  readonly action: 'replace'
  readonly current: ResourceRecord
  /** True if the old resource is destroyed before the new one is made. */
  readonly destroyFirst?: boolean
  /** True if the old resource is forgotten, and stays outside (`removalPolicy: retain`). */
  readonly retainsOld?: true
  /** The reason why the old resource stays for now. `app still reads it`: the plan is not about app, or app may still come. */
  readonly oldStays?: string
  /** For a retained resource: the name of its container. The container is destroyed, and takes the resource along. */
  readonly lostWith?: string
  /** For a resource that goes without a call: the key of the step with which it goes, or of that step's removal. */
  readonly goesWith?: string
}

/** A step that does nothing to a wanted resource. */
export interface Keep extends Wished, Without<OfReplacement | OfBoth> {
  readonly action: 'none'
  readonly current: ResourceRecord
  /** The new record of the resource, which is written without a call. */
  readonly record?: ResourceRecord
}

/** A step that does nothing to a resource that is not wanted, or about which the plan cannot say whether it is wanted. At most, its record changes. */
export interface Stay extends Step, Without<OfReplacement | OfBoth | OfEnd | 'wish' | 'oldAfter'> {
  readonly action: 'none' | 'update'
  readonly current: ResourceRecord
  readonly record?: ResourceRecord
}

/** `delete` ends the thing itself; `forget` only removes its record. */
export interface End extends Step, Without<OfReplacement | 'wish' | 'oldAfter' | 'record'> {
  readonly action: 'delete' | 'forget'
  readonly current: ResourceRecord
  /** True if the resource makes room for another resource. */
  readonly destroyFirst?: boolean
  readonly lostWith?: string
  readonly goesWith?: string
  /** The name of the resource that makes room and before which this resource goes. If this resource is still wanted, it is made again afterwards. */
  readonly goesBefore?: string
  /** True for a resource that goes with its container although the plan is not about it. By itself, it would stay. */
  readonly leftOut?: true
}

/** The steps of a deployment. Immutable; same inputs, same bytes. */
export interface Plan {
  readonly format: 3
  /** `tasks`: a plan for the tasks around a deployment, without any steps. */
  readonly operation: 'up' | 'destroy' | 'refresh' | 'tasks'
  readonly instance: string
  /**
   * The version of the state from which the plan was made; -1 if there was none. If the state has changed since, the plan is stale, and refused.
   */
  readonly stateVersion: number
  readonly blueprintHash: string
  /** The selection, if it is not everything: these resources and the resources that they need, or all except these. */
  readonly part?: { readonly targets: readonly string[] } | { readonly exclude: readonly string[] }
  /** True for the plan of a program, which has no blueprint. */
  readonly isOfProgram?: true
  /** True for a plan that rolls a run back. */
  readonly isWayBack?: true
  /** True for a plan to destroy that leaves records alone, because their secrets do not open. */
  readonly leavesRecords?: true
  /** Changes to the records before the first step, which assign records to resources. */
  readonly regrouped: readonly StateChange[]
  readonly steps: readonly PlanStep[]
  /** Steps of the links between resources; absent if there are none. */
  readonly links?: readonly LinkStep[]
  /** Names of resources whose condition is false. References to them give `null`. */
  readonly absent?: readonly string[]
  /** The exports, of which some may be unknown. */
  readonly exports: Readonly<Record<string, Value>>
  readonly exportsChanged: boolean
  /** The exports that differ, or may differ, from the recorded ones; absent if there are none. */
  readonly exportChanges?: readonly FieldChange[]
  /** The children of the instance; absent if it has none. */
  readonly children?: readonly PlannedChild[]
  /** The outcomes of the blueprint's checks; absent if it has none. */
  readonly checks?: readonly PlannedCheck[]
  /** Whether all of the instance is protected from now on; absent: the recorded protection stays. */
  readonly protect?: boolean
  /** Values drawn for the calls of `uuid` and `datetime` in the blueprint; sealed when written. */
  readonly drawn?: ValueMap
}

/** A check of the blueprint, such as `metadata.slipway.checks[0]`, and its outcome. */
export interface PlannedCheck {
  readonly path: string
  /** `open`: the check depends on a value that is only known after the run. */
  readonly outcome: 'met' | 'unmet' | 'open'
  /** The blueprint's message for an unmet check. */
  readonly message?: string
  /** The value on which an open check waits. */
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

/** The key, in `after` and `oldAfter`, of the removal of the resource that a replace step leaves behind. */
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

/** The keys of all steps, including ends, on which a new resource waits. */
export function awaitedByNew(steps: readonly PlanStep[]): Set<string> {
  return new Set(steps.flatMap((step) => (isEnd(step) ? [] : step.after)))
}

/** True for a step that ends a resource, whatever its condition will be. */
export function isEnding(step: PlanStep): step is Replacement | End {
  return isReplacement(step) || isEnd(step)
}

/** True for a resource that is certainly destroyed before its successor is made. */
export function isReplacedFirst(step: PlanStep): step is Replacement {
  return isReplacement(step) && step.destroyFirst === true && step.blocked === undefined
}

/** True for a step that makes or changes something. */
export function isDeployed({ action }: PlanStep): boolean {
  return action === 'create' || action === 'update' || action === 'replace'
}

/** The key of the step or removal that ends the existing resource. */
export function endKey(step: Pick<PlanStep, 'action' | 'key'>): string {
  return step.action === 'replace' ? oldKey(step.key) : step.key
}

export function summary({ steps, links = [] }: Pick<Plan, 'steps' | 'links'>): PlanSummary {
  const counts = { create: 0, update: 0, replace: 0, delete: 0, forget: 0, none: 0 }
  for (const step of steps) if (!isOfNothing(step)) counts[step.action]++
  for (const link of links) counts[link.action]++
  return counts
}

/** True for a step that only deletes a row without a thing, which kept a name for a resource that was never made. Users need not see the step. */
export function isOfNothing({ action, current }: Pick<PlanStep, 'action' | 'current'>): boolean {
  return action === 'forget' && current !== undefined && isAbsent(current)
}

/** The kind of change to the record of a resource that gets no call: its name, or its options. */
export function notedAs({ action, wish }: Pick<PlanStep, 'action' | 'wish'>): 'rename' | 'record' | undefined {
  if (action !== 'none' || wish?.importedAs !== undefined) return undefined
  if (wish?.renamedFrom !== undefined) return 'rename'
  return wish?.recorded === undefined ? undefined : 'record'
}

/** True for operations that deploy nothing, and at most record the real state. */
export function deploysNothing(operation: Plan['operation']): boolean {
  return operation === 'refresh' || operation === 'tasks'
}

/** True if running the plan would call a provider, or change anything in the state. */
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

/** True if running the plan would change anything that a user can see. `--detailed-exitcode` reports this. */
export function hasChanges(plan: Plan): boolean {
  return (
    plan.exportsChanged ||
    plan.protect !== undefined ||
    plan.links?.some((link) => link.action !== 'none') === true ||
    (plan.children ?? []).some(({ exportsChanged }) => exportsChanged) ||
    plan.steps.some((step) => (step.action === 'none' ? isNoted(step) : !isOfNothing(step)))
  )
}

/** True for a step that does nothing, but has something to report: a new name, other options, an import, an open condition. */
export function isNoted({ wish = {} }: Pick<PlanStep, 'wish'>): boolean {
  return (wish.renamedFrom ?? wish.importedAs ?? wish.conditionUntil ?? wish.recorded) !== undefined
}

/** True for a step whose second half may remove the previous record. */
export function leavesOld({ action, current, wish }: PlanStep): boolean {
  return action === 'replace' || (wish?.conditionUntil !== undefined && current !== undefined)
}

/** True for a step that makes something new, or may do so because nobody knows whether it exists. */
export function isCreated({ action, current }: Pick<PlanStep, 'action' | 'current'>): boolean {
  const isDoubtful = current !== undefined && existenceOf(current) === 'doubtful'
  return action === 'create' || action === 'replace' || (action === 'update' && isDoubtful)
}

/**
 * True for a step whose failure keeps resources that only left the blueprint. The step's resource, if it is new or unfinished, may be such a
 * resource under another name.
 */
export function isNew(step: Pick<PlanStep, 'action' | 'current'>): boolean {
  const { action, current } = step
  return isCreated(step) || (action === 'update' && current !== undefined && unfinished(current) !== undefined)
}
