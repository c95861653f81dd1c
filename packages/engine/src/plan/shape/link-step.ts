import type { FieldChange } from '@slipway/model'
import type { LinkRecord } from '@slipway/stores'
import type { Obstacle } from '../../reality/obstacles.ts'

type LinkStepAction = 'create' | 'update' | 'delete' | 'none'

/** Why a link goes whose end is not wanted. */
export function endNotWanted(name: string): string {
  return `the condition of ${name} is false`
}

/** One link and what will happen to it. */
export interface LinkStep {
  /** Unique among all steps: the name, which no resource can have, or {@link oldKey} of it for a link that gives way to another. */
  readonly key: string
  /** `orders::table` */
  readonly name: string
  readonly type: string
  readonly action: LinkStepAction
  /** The names of its ends. */
  readonly a: string
  readonly b: string
  /** As it is recorded; absent when there is none yet. */
  readonly current?: LinkRecord
  /** Changes of its data, as far as its provider can tell. A change that removes a field has no `next`. */
  readonly changes: readonly FieldChange[]
  /** What has to be known to decide whether both ends are wanted. If one is not, the recorded link is undone. */
  readonly conditionUntil?: string
  /** Why there is a step, if the changes do not say it. */
  readonly reason?: string
  /** Keys of what must end before this one starts. */
  readonly after: readonly string[]
  readonly blocked?: Obstacle
  /** For a refresh: the link as it will be recorded, without a call. */
  readonly record?: LinkRecord
}
