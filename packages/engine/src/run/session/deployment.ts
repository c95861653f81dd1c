import type { FieldChange, ResourceMetadata, ResourceTypeDefinition, Value, ValueMap } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { CheckedResource } from '../../check/checked.ts'
import type { Action } from '../../plan/shape/plan.ts'

/** The work of a step, once the values of all its dependencies are known. */
export interface Deployment {
  readonly action: Action
  readonly resource: CheckedResource
  readonly definition: ResourceTypeDefinition
  readonly spec: ValueMap
  readonly metadata?: ResourceMetadata
  readonly description?: string
  /** Values whose change replaces the resource. */
  readonly triggers?: readonly Value[]
  readonly changes: readonly FieldChange[]
  /** The record of the resource that is changed, replaced, or made again; absent if the resource does not exist. */
  readonly current?: ResourceRecord
  /** The record of a resource that no longer exists, and is made anew. */
  readonly missing?: ResourceRecord
  /** True if the resource may have been made already with other inputs, so that the result must be compared with the wanted spec. */
  readonly isCompared?: true
  /** True if the resource is changed inside its present container, even if that is replaced. The resource gets no values from a new container. */
  readonly isStaying?: true
  /** True if the step repeats an earlier attempt with its old inputs, and not with the inputs that are wanted now. */
  readonly isRepeated?: true
}

/** The outcome of a repeated create. */
export type RepeatedCreate =
  /** The resource exists: either as it was first asked for, or only partly made by its provider. */
  | { readonly kind: 'there'; readonly record: ResourceRecord }
  /** According to the provider, nothing was made, neither now nor before. */
  | { readonly kind: 'refused' }
  /** The create failed again, with an answer. Nobody knows, now as before, whether the resource exists. */
  | { readonly kind: 'failed' }
