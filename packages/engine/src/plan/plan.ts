import type { FieldChange, Value, ValueMap } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'

export type Action = 'create' | 'update' | 'replace' | 'delete' | 'forget' | 'none'

/** One resource and what will happen to it. */
export interface PlanStep {
  readonly name: string
  readonly type: string
  readonly action: Action
  /** Of the existing resource; absent for a create. */
  readonly current?: ResourceRecord
  /** The spec as far as it is known; absent for delete and forget. */
  readonly desired?: ValueMap
  /** Property by property, in the order of the schema. */
  readonly changes: readonly FieldChange[]
  /** Why a new resource is needed: paths of the properties that cannot change in place, or `requested`. */
  readonly replaceBecause: readonly string[]
  /** Why there is a step at all, where changes do not say it: `not in the blueprint`, `missing outside`, `last create failed`. */
  readonly reason?: string
  /** Names of steps that must end before this one starts. */
  readonly after: readonly string[]
}

/** What a deployment will do. Immutable; same inputs, same bytes. */
export interface Plan {
  readonly format: 1
  readonly operation: 'up' | 'destroy' | 'refresh'
  readonly instance: string
  /** Of the state that it was made from; -1 when there was none. A plan whose state has moved on is stale, and refused. */
  readonly stateVersion: number
  readonly blueprintHash: string
  readonly steps: readonly PlanStep[]
  /** Exports as far as known. */
  readonly exports: Readonly<Record<string, Value>>
  readonly exportsChanged: boolean
}

export interface PlanSummary {
  readonly create: number
  readonly update: number
  readonly replace: number
  readonly delete: number
  readonly forget: number
  readonly none: number
}
