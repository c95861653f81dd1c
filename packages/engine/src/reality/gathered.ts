import type { Failure, FieldChange, IntermediaryResource } from '@slipway/model'
import type { InstanceState, StateChange } from '@slipway/stores'
import type { Providers } from '../providers/providers.ts'
import type { Answers } from '../providers/answers.ts'
import type { AsRecorded } from './as-recorded.ts'
import type { SettledDoubt } from './settle-doubt.ts'

/** Everything that planning needs, beside the blueprint. */
export interface Gathered {
  readonly instance: string
  /** With doubts settled, and with the real values of what was read. `undefined` when it was never deployed. */
  readonly state: InstanceState | undefined
  /** What to write for settled doubts; the holder of the lease commits it before a run. May be empty. */
  readonly changes: readonly StateChange[]
  readonly settled: readonly SettledDoubt[]
  /** Ids of resources of which nobody can say whether they were made, not even by repeating the create. */
  readonly undecided: ReadonlySet<string>
  /** Ids of what is not found but may still come, by what its type says. Absent when nobody has looked. */
  readonly mayCome?: ReadonlySet<string>
  /** Inputs by nothing more than which providers have been seen to find things; absent when nobody has looked. */
  readonly foundByGiven?: ReadonlySet<string>
  readonly providers: Providers
  readonly drift: ReadonlyMap<string, Drift>
  /** By id of a resource: why its provider could not say how it really is. */
  readonly unread?: ReadonlyMap<string, Failure>
  /** Ids of what was looked for, and exists. Absent when nobody has looked. */
  readonly present?: ReadonlySet<string>
  /** By id of a record: the settings with which its thing was found, if it was last seen with others, or nobody knows with which. */
  readonly seenWith?: ReadonlyMap<string, string>
  readonly answers: Answers
  /** For records that earlier versions of their types have made; absent when there are none. */
  readonly asRecorded?: AsRecorded
  /** By id of a link: what has changed outside. Absent when nobody has looked. */
  readonly linkDrift?: ReadonlyMap<string, LinkDrift>
}

/** Changes outside to what a link has made for itself. */
export interface LinkDrift {
  /** `pass-1 is missing outside` */
  readonly reason: string
  /** As they really are, without those that are missing. */
  readonly intermediaries: readonly IntermediaryResource[]
  /** Why they could not be read: then nothing is known. */
  readonly failure?: Failure
}

/** How a resource really is, if it is not as recorded. */
export type Drift =
  | { readonly kind: 'missing' }
  /** `changes` lead from the recorded to the real values. `tracked`: a deploy must put some of them right, whatever the blueprint says. */
  | {
      readonly kind: 'changed'
      readonly changes: readonly FieldChange[]
      readonly tracked: boolean
      /** Changes of things that its plugin made for it, for people: there may be no other changes then. */
      readonly made?: string
    }
