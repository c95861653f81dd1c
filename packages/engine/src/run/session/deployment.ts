import type { FieldChange, ResourceMetadata, ResourceTypeDefinition, Value, ValueMap } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { CheckedResource } from '../../check/checked.ts'
import type { Action } from '../../plan/shape/plan.ts'

/** The work of a step, now that everything that it depends on is known. */
export interface Deployment {
  readonly action: Action
  readonly resource: CheckedResource
  readonly definition: ResourceTypeDefinition
  readonly spec: ValueMap
  readonly metadata?: ResourceMetadata
  readonly description?: string
  /** Values that have the resource replaced when they change. */
  readonly triggers?: readonly Value[]
  readonly changes: readonly FieldChange[]
  /** The resource that is changed, replaced, or made again; absent when there is none any more. */
  readonly current?: ResourceRecord
  /** The record of a resource that no longer exists, and is made anew. */
  readonly missing?: ResourceRecord
  /** It may have been made already, with other inputs, so the result must be compared with what is wanted. */
  readonly isCompared?: true
  /** It is changed inside its present container, even if that is replaced: it gets nothing of a new one. */
  readonly isStaying?: true
  /** It repeats an earlier attempt, with the inputs of then, not with those that are wanted now. */
  readonly isRepeated?: true
}

/** The outcome of a repeated create. */
export type RepeatedCreate =
  /** It exists, as it was asked for the first time, or as far as its provider got. */
  | { readonly kind: 'there'; readonly record: ResourceRecord }
  /** Its provider says that nothing was made, neither now nor before. */
  | { readonly kind: 'refused' }
  /** It failed again, with an answer: as before, nobody knows. */
  | { readonly kind: 'failed' }
