import type { Failure, FieldChange, IntermediaryResource } from '@slipway/model'
import type { InstanceState, StateChange } from '@slipway/stores'
import type { Providers } from '../providers/providers.ts'
import type { Answers } from '../providers/answers.ts'
import type { AsRecorded } from './as-recorded.ts'
import type { SettledDoubt } from './settle-doubt.ts'

/** All that planning needs beside the blueprint. */
export interface Gathered {
  readonly instance: string
  /** With doubt settled, and with the real values where drift was asked for. `undefined`: never deployed. */
  readonly state: InstanceState | undefined
  /** To be written for settled doubt; the holder of the lease commits it before a run. May be empty. */
  readonly changes: readonly StateChange[]
  readonly settled: readonly SettledDoubt[]
  /** Ids of resources of which nobody can say whether they were made, not even by making them again. */
  readonly undecided: ReadonlySet<string>
  /** Ids of what is not found, and may still come, as its type says. Absent: nobody has looked. */
  readonly mayCome?: ReadonlySet<string>
  /** Types whose providers have been seen to find things by nothing but what they were given; absent: nobody has looked. */
  readonly foundByGiven?: ReadonlySet<string>
  readonly providers: Providers
  readonly drift: ReadonlyMap<string, Drift>
  /** Why nobody knows how a resource really is, by its id: its provider did not say. */
  readonly unread?: ReadonlyMap<string, Failure>
  /** Ids of what was asked for, and is there. Absent when nobody has looked. */
  readonly present?: ReadonlySet<string>
  /** With which settings things were found that had been made or found with others, or nobody knows with which; by the ids of their records. */
  readonly seenWith?: ReadonlyMap<string, string>
  readonly answers: Answers
  /** Of records that earlier versions of their types have made; absent when there are none. */
  readonly asRecorded?: AsRecorded
  /** Of links, by id: what is otherwise outside. Absent when nobody has looked. */
  readonly linkDrift?: ReadonlyMap<string, LinkDrift>
}

/** What is otherwise outside of what a link has made for itself. */
export interface LinkDrift {
  /** `pass-1 is missing outside` */
  readonly reason: string
  /** As they really are; those that are missing are not among them. */
  readonly intermediaries: readonly IntermediaryResource[]
  /** Why that could not be asked: nothing is known then. */
  readonly failure?: Failure
}

/** How a resource really is, by its id. Resources that are as recorded are missing. */
export type Drift =
  | { readonly kind: 'missing' }
  /** `changes` from the recorded to the real values; `tracked`: those among them that a deploy must put right whatever the blueprint says. */
  | { readonly kind: 'changed'; readonly changes: readonly FieldChange[]; readonly tracked: boolean }
