import type { FieldChange } from '@slipway/model'
import type { LinkRecord } from '@slipway/stores'
import type { Obstacle } from '../../reality/obstacles/obstacles.ts'

type LinkStepAction = 'create' | 'update' | 'delete' | 'none'

/** The reason why a link goes: one of its ends is not wanted. */
export function endNotWanted(name: string): string {
  return `the condition of ${name} is false`
}

/** The step of one link. */
export interface LinkStep {
  /** Unique among all steps: the name, which no resource can have, or {@link oldKey} of it for a link that gives way to another. */
  readonly key: string
  /** `orders::table` */
  readonly name: string
  readonly type: string
  readonly action: LinkStepAction
  /** The names of the link's ends. */
  readonly a: string
  readonly b: string
  /** The link's record; absent if there is none yet. */
  readonly current?: LinkRecord
  /** The changes of its data that the provider announces. A change that removes a field has no `next`. */
  readonly changes: readonly FieldChange[]
  /** The value on which it depends whether both ends are wanted. If one end is not wanted, the recorded link is undone. */
  readonly conditionUntil?: string
  /** The reason for the step, if the changes do not show it. */
  readonly reason?: string
  /** The keys of the steps that must finish before this one starts. */
  readonly after: readonly string[]
  readonly blocked?: Obstacle
  /** For a refresh: the link as it will be recorded, without a call. */
  readonly record?: LinkRecord
}
