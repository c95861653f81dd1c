import type { Failure, FieldChange, IntermediaryResource } from '@slipway/model'
import type { InstanceState, StateChange } from '@slipway/stores'
import type { Providers } from '../../providers/providers.ts'
import type { Answers } from '../../providers/questions/answers.ts'
import type { AsRecorded } from '../recorded/as-recorded.ts'
import type { SettledDoubt } from '../doubt/settle-doubt.ts'

/** Everything that planning needs besides the blueprint. */
export interface Gathered {
  readonly instance: string
  /** The state after settling doubts, with the real values that were read. `undefined` if the instance was never deployed. */
  readonly state: InstanceState | undefined
  /** The changes from settled doubts, which the holder of the lease commits before a run. May be empty. */
  readonly changes: readonly StateChange[]
  readonly settled: readonly SettledDoubt[]
  /** Ids of resources whose creation stays in doubt, because not even a repeated create can settle it. */
  readonly undecided: ReadonlySet<string>
  /** Ids of resources that are not found but may still come, according to their types. Absent if nobody has looked. */
  readonly mayCome?: ReadonlySet<string>
  /** Sets of inputs by which alone providers have been seen to find things; absent if nobody has looked. */
  readonly foundByGiven?: ReadonlySet<string>
  readonly providers: Providers
  readonly drift: ReadonlyMap<string, Drift>
  /** The reasons why resources could not be read, by id. */
  readonly unread?: ReadonlyMap<string, Failure>
  /** Ids of the resources that were looked for and exist. Absent if nobody has looked. */
  readonly present?: ReadonlySet<string>
  /** The settings with which things were found, by id of the record, if they were last seen with other or unknown settings. */
  readonly seenWith?: ReadonlyMap<string, string>
  readonly answers: Answers
  /** The recorded forms of resources whose records come from earlier versions of their types; absent if there are none. */
  readonly asRecorded?: AsRecorded
  /** The drift of links, by id. Absent if nobody has looked. */
  readonly linkDrift?: ReadonlyMap<string, LinkDrift>
}

/** Changes outside to the intermediaries of a link. */
export interface LinkDrift {
  /** The change in words: `pass-1 is missing outside`. */
  readonly reason: string
  /** The real intermediaries, without the missing ones. */
  readonly intermediaries: readonly IntermediaryResource[]
  /** The reason why the intermediaries could not be read, so that nothing is known. */
  readonly failure?: Failure
}

/** The difference between a resource and its record. */
export type Drift =
  | { readonly kind: 'missing' }
  /**
   * The resource has changed outside. `changes` lead from the recorded to the real values. `tracked`: a deploy must correct some of them, whatever
   * the blueprint says.
   */
  | {
      readonly kind: 'changed'
      readonly changes: readonly FieldChange[]
      readonly tracked: boolean
      /** Changes of things that the resource's plugin made for it, in words for people. There may be no other changes. */
      readonly made?: string
    }
