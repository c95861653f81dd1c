import type { FieldChange, ResourceMetadata, ResourceTypeDefinition, Value, ValueMap } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { CheckedResource } from '../check/checked.ts'
import type { Action } from '../plan/plan.ts'

/** The work of a step, now that all it depends on is known. */
export interface Making {
  readonly action: Action
  readonly resource: CheckedResource
  readonly definition: ResourceTypeDefinition
  readonly spec: ValueMap
  readonly metadata?: ResourceMetadata
  readonly description?: string
  /** What makes it anew when it changes. */
  readonly triggers?: readonly Value[]
  readonly changes: readonly FieldChange[]
  /** The resource that is changed, or replaced, or made again; absent when there is none any more. */
  readonly current?: ResourceRecord
  /** The record of a resource that is not there any more, and is made anew. */
  readonly missing?: ResourceRecord
  /** It may have been made already, with other inputs: what comes out has to be compared with what is wanted. */
  readonly isCompared?: true
  /** It is changed in what it stands in, which may be replaced: it gets nothing of another one. */
  readonly isStaying?: true
  /** An earlier attempt, with its own inputs, and not those that are wanted now. */
  readonly isRepeated?: true
}
