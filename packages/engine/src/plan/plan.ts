import type { FieldChange, ResourceMetadata, Value, ValueMap } from '@slipway/model'
import type { ResourceRecord, StateChange } from '@slipway/stores'
import type { Found } from '../check/checked.ts'
import type { PlannedChild } from './children.ts'
import type { MadeFrom } from '../language/declarations.ts'
import { isAbsent } from '../reality/life-cycle.ts'
import type { Obstacle } from '../reality/obstacles.ts'
import type { LinkStep } from './link-step.ts'

export type Action = 'create' | 'update' | 'replace' | 'delete' | 'forget' | 'none'

/** One resource and what will happen to it. */
export interface PlanStep {
  /** Unique in the plan: the name, or `web (old 01J…)` for what an earlier replacement has left behind. */
  readonly key: string
  readonly name: string
  readonly type: string
  readonly action: Action
  /** The record that the resource is, as this plan regroups it; absent for a create, unless an earlier create of it has failed. */
  readonly current?: ResourceRecord
  /** It is there already, and taken in under this id, by which its provider knows it. */
  readonly importedAs?: string
  /** Of a program: what is recorded by it is found, not made. */
  readonly found?: Found
  /** The name that it had, when what identifies it says that it is the same one. */
  readonly renamedFrom?: string
  /** Of what another resource is made of: the name of that one, in whose step it is done. */
  readonly within?: string
  /** What the user wrote that it was made from. */
  readonly madeFrom?: MadeFrom
  /** The spec as far as it is known; absent for delete and forget. */
  readonly desired?: ValueMap
  /** As far as it is known; absent when the blueprint gives none. */
  readonly metadata?: ResourceMetadata
  readonly description?: string
  /** Property by property, in the order of the schema. */
  readonly changes: readonly FieldChange[]
  /** Why a new resource is needed: paths of the properties that cannot change in place, `requested`, or one of the words of replace-because.ts. */
  readonly replaceBecause: readonly string[]
  /** Why there is a step at all, where changes do not say it: `not in the blueprint`, `missing outside`, `last create failed`. */
  readonly reason?: string
  /** Of a replace: the old resource goes before the new one comes. Of a delete: it makes room for another one. */
  readonly destroyFirst?: boolean
  /** Of a replace: the old resource is forgotten, and stays outside (`removalPolicy: retain`). */
  readonly retainsOld?: true
  /** Of a replace: why the old resource stays for now: `app still reads it`, which the plan is not about, or which may still come. */
  readonly oldStays?: string
  /** Of what is to stay outside: the name of what it stands in, which is destroyed, and takes it along all the same. */
  readonly lostWith?: string
  /** Of a delete: the name of what makes room, and which it goes before: it is made again when that is there, if it is still wanted. */
  readonly goesBefore?: string
  /** Of what ends without a call: the key of the step with which it goes, or of what that leaves behind. */
  readonly goesWith?: string
  /** Of what goes with something although the plan is not about it: by itself it stays. */
  readonly leftOut?: true
  /** Keys of what must end before this one starts; {@link oldKey} stands for the removal of a replaced resource. */
  readonly after: readonly string[]
  /** Of a replace: what must end before the old resource is destroyed. */
  readonly oldAfter?: readonly string[]
  readonly blocked?: Obstacle
  /**
   * Whether the resource is to be there at all is known after this, in the middle of the run: `resources.a.spec.id`. If not, nothing
   * is made, and what is there goes once nobody reads it any more.
   */
  readonly conditionUntil?: string
  /** Of a `none`: no call is needed, but what is recorded must be brought up to date. */
  readonly record?: ResourceRecord
  /** Options of a resource that stays which will be recorded otherwise, by name: `protect`, `removalPolicy`. No provider is told. */
  readonly recorded?: readonly FieldChange[]
}

/** The steps of a deployment. Immutable; same inputs, same bytes. */
export interface Plan {
  readonly format: 2
  /** `tasks`: nothing but the work around the steps, of which there are none. */
  readonly operation: 'up' | 'destroy' | 'refresh' | 'tasks'
  readonly instance: string
  /** Of the state that it was made from; -1 when there was none. A plan whose state has moved on is stale, and refused. */
  readonly stateVersion: number
  readonly blueprintHash: string
  /** What it is about when that is not all: these resources and what they need, or all but these. */
  readonly part?: { readonly targets: readonly string[] } | { readonly exclude: readonly string[] }
  /** It is what a program wants; there is no blueprint. */
  readonly isOfProgram?: true
  /** It takes a run back. */
  readonly isWayBack?: true
  /** Changes to the records before the first step: which of them is which resource. */
  readonly regrouped: readonly StateChange[]
  readonly steps: readonly PlanStep[]
  /** Of the links between resources; absent when there are none. */
  readonly links?: readonly LinkStep[]
  /** Names of resources whose condition is false: references to them are none. */
  readonly absent?: readonly string[]
  /** Exports as far as known. */
  readonly exports: Readonly<Record<string, Value>>
  readonly exportsChanged: boolean
  /** Each export that differs from what is recorded, or may; absent when none does. */
  readonly exportChanges?: readonly FieldChange[]
  /** The children of the instance; absent when it has none. */
  readonly children?: readonly PlannedChild[]
  /** What the checks of the blueprint come to; absent when it has none. */
  readonly checks?: readonly PlannedCheck[]
  /** Drawn for the calls of `uuid` and `datetime` in the blueprint; sealed when written. */
  readonly drawn?: ValueMap
}

/** `metadata.slipway.checks[0]`, and what it comes to. */
export interface PlannedCheck {
  readonly path: string
  /** `open`: what decides is known only after the run. */
  readonly outcome: 'met' | 'unmet' | 'open'
  /** Of one that is not met: what the blueprint says then. */
  readonly message?: string
  /** Of an open one: what it waits for. */
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

export function summary({ steps, links = [] }: Pick<Plan, 'steps' | 'links'>): PlanSummary {
  const counts = { create: 0, update: 0, replace: 0, delete: 0, forget: 0, none: 0 }
  for (const step of steps) if (!isOfNothing(step)) counts[step.action]++
  for (const link of links) counts[link.action]++
  return counts
}

/** True for what only takes away a row with nothing behind it, which kept a name for something that never came: no user has anything of it. */
export function isOfNothing({ action, current }: Pick<PlanStep, 'action' | 'current'>): boolean {
  return action === 'forget' && current !== undefined && isAbsent(current)
}

/** What becomes of a resource to which nothing is done, where it is no longer recorded as it was: it gets its new name, or options. */
export function notedAs(
  step: Pick<PlanStep, 'action' | 'renamedFrom' | 'recorded' | 'importedAs'>,
): 'rename' | 'record' | undefined {
  const { action, renamedFrom, recorded, importedAs } = step
  if (action !== 'none' || importedAs !== undefined) return undefined
  if (renamedFrom !== undefined) return 'rename'
  return recorded === undefined ? undefined : 'record'
}

/** True for what leaves resources, exports and children as they are recorded, or writes down how they are. */
export function deploysNothing(operation: Plan['operation']): boolean {
  return operation === 'refresh' || operation === 'tasks'
}

/** True when running the plan would call a provider, or change anything that is recorded. */
export function hasWork(plan: Plan): boolean {
  return (
    plan.exportsChanged ||
    plan.regrouped.length > 0 ||
    plan.links?.some((link) => link.action !== 'none') === true ||
    (plan.children ?? []).some(({ change, exportsChanged }) => change !== undefined || exportsChanged) ||
    plan.steps.some((step) => step.action !== 'none' || step.record !== undefined || step.conditionUntil !== undefined)
  )
}

/** True when running the plan would change anything that a user can see: what `--detailed-exitcode` tells. */
export function hasChanges(plan: Plan): boolean {
  return (
    plan.exportsChanged ||
    plan.links?.some((link) => link.action !== 'none') === true ||
    (plan.children ?? []).some(({ exportsChanged }) => exportsChanged) ||
    plan.steps.some(
      (step) =>
        (step.action !== 'none' && !isOfNothing(step)) ||
        step.renamedFrom !== undefined ||
        step.importedAs !== undefined ||
        step.conditionUntil !== undefined ||
        step.recorded !== undefined,
    )
  )
}

/** True for a step that may end with the removal of a record that is there before it: its second half. */
export function leavesOld({ action, current, conditionUntil }: PlanStep): boolean {
  return action === 'replace' || (conditionUntil !== undefined && current !== undefined)
}
