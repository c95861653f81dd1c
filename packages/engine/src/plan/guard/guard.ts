import type { ResourceRecord } from '@slipway/stores'
import type { Obstacle } from '../../reality/obstacles.ts'
import type { Situation } from '../../reality/situation.ts'

/** A record that is to end, and what its plan says about that. */
export interface PlannedEnd {
  readonly record: ResourceRecord
  /** A run is taken back that has made it. */
  readonly isWayBack?: boolean
  /** The name of a resource that this plan leaves out, and to which it may belong. */
  readonly meant?: string | undefined
  /** Its step says that it is forgotten, and not destroyed. */
  readonly isForgotten?: boolean
  /** Nobody wants it any more. Otherwise something else has replaced it. */
  readonly isUnwanted?: boolean
  /** Something new waits until it is gone. That nothing else needs it was made sure of before. */
  readonly isAwaited?: boolean
  /** Its step says that it ends together with its container. */
  readonly isAlong?: boolean
  /** The same, although the plan is not about it. */
  readonly isLeftOut?: boolean
}

/** The words in a sentence: `{reader}`. */
export type Words = Readonly<Record<string, string>>

interface Row {
  readonly name: string
  /** Who asks it about each end: the plan, the run, or both. */
  readonly when: 'plan' | 'run' | 'both'
  /** A plan does not ask it of each end, but once of all of them together (protection.ts). */
  readonly isOfWholePlan?: true
}

/** It stays. `isSettled`: it is not to end any more; otherwise it only stays for now, and the next run tries again. */
interface Staying extends Row {
  readonly outcome: 'stays'
  readonly isSettled?: true
  readonly sentence: string
  readonly test: (end: PlannedEnd, situation: Situation) => Words | undefined
}

/** Only its record ends. */
interface Forgotten extends Row {
  readonly outcome: 'forgotten'
  readonly sentence: string
  readonly test: (end: PlannedEnd, situation: Situation) => Words | undefined
  /** Another record that is the same thing. */
  readonly other?: (end: PlannedEnd, situation: Situation) => ResourceRecord | undefined
}

/** The step that would end it fails. */
interface Refused extends Row {
  readonly outcome: 'refused'
  readonly sentence: string
  readonly test: (end: PlannedEnd, situation: Situation) => Obstacle | undefined
}

/**
 * Facts that only the outside can tell. The run has a function for each, which also tests whether there is anything to ask
 * (run/questions.ts).
 */
export type Question = 'what a create has made' | 'equal ids' | 'equal keys' | 'other settings' | 'late delete'

interface AskedAbout extends Row {
  readonly name: Question
  readonly when: 'run'
  readonly outcome: 'asked about'
  /** What an answer against it means, for people who read the table. The run says more. */
  readonly sentence: string
}

export type Guard = Staying | Forgotten | Refused | AskedAbout
