import type { ResourceRecord } from '@slipway/stores'
import type { Obstacle } from '../../reality/obstacles.ts'
import type { Situation } from '../../reality/situation.ts'

/** A record that is to end, and the plan's facts about its end. */
export interface PlannedEnd {
  readonly record: ResourceRecord
  /** It was made by a run that is rolled back. */
  readonly isWayBack?: boolean
  /** The name of a resource that this plan leaves out and that may be the one in the record. */
  readonly meant?: string | undefined
  /** Its step forgets it instead of destroying it. */
  readonly isForgotten?: boolean
  /** Nothing wants it any more. If false, another resource has replaced it. */
  readonly isUnwanted?: boolean
  /** A new resource waits until it is gone. An earlier check made sure that nothing else needs it. */
  readonly isAwaited?: boolean
  /** Its step ends it together with its container. */
  readonly isAlong?: boolean
  /** It ends with its container although the plan is not about it. */
  readonly isLeftOut?: boolean
}

/** The words for the placeholders of a sentence: `{reader}`. */
export type Words = Readonly<Record<string, string>>

interface Row {
  readonly name: string
  /** Whether the plan, the run or both ask it about each end. */
  readonly when: 'plan' | 'run' | 'both'
  /** A plan asks it once for all ends together, not for each (protection.ts). */
  readonly isOfWholePlan?: true
}

/** The resource stays. With `isSettled`, it no longer ends; otherwise it only stays for now, and the next run tries again. */
interface Staying extends Row {
  readonly outcome: 'stays'
  readonly isSettled?: true
  readonly sentence: string
  readonly test: (end: PlannedEnd, situation: Situation) => Words | undefined
}

/** Only the record ends. */
interface Forgotten extends Row {
  readonly outcome: 'forgotten'
  readonly sentence: string
  readonly test: (end: PlannedEnd, situation: Situation) => Words | undefined
  /** Another record that is the same thing. */
  readonly other?: (end: PlannedEnd, situation: Situation) => ResourceRecord | undefined
}

/** The step that would end the resource fails. */
interface Refused extends Row {
  readonly outcome: 'refused'
  readonly sentence: string
  readonly test: (end: PlannedEnd, situation: Situation) => Obstacle | undefined
}

/**
 * Facts that only the outside knows. The run has a function for each, which also tests whether there is anything to ask (run/questions.ts).
 */
export type Question = 'what a create has made' | 'equal ids' | 'equal keys' | 'other settings' | 'late delete'

interface AskedAbout extends Row {
  readonly name: Question
  readonly when: 'run'
  readonly outcome: 'asked about'
  /** The meaning of an answer against the end, for people who read the table. The run reports more. */
  readonly sentence: string
}

export type Guard = Staying | Forgotten | Refused | AskedAbout
