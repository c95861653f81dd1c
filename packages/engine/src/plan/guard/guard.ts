import type { ResourceRecord } from '@slipway/stores'
import type { Obstacle } from '../../reality/obstacles/obstacles.ts'
import type { Situation } from '../../reality/gathered/situation.ts'

/** A record that is to end, and the plan's facts about its end. */
export interface PlannedEnd {
  readonly record: ResourceRecord
  /** True if the record was made by a run that is rolled back. */
  readonly isWayBack?: boolean
  /** The name of a resource that this plan leaves out and that may be the recorded resource. */
  readonly meant?: string | undefined
  /** True if its step forgets the record instead of destroying the thing. */
  readonly isForgotten?: boolean
  /** True if nothing wants the resource any more; false if another resource has replaced it. */
  readonly isUnwanted?: boolean
  /** True if a new resource waits until this one is gone. An earlier check made sure that nothing else needs this one. */
  readonly isAwaited?: boolean
  /** True if its step ends the resource together with its container. */
  readonly isAlong?: boolean
  /** True if the resource ends with its container although the plan is not about the resource. */
  readonly isLeftOut?: boolean
}

/** The words for the placeholders of a sentence: `{reader}`. */
export type Words = Readonly<Record<string, string>>

interface Row {
  readonly name: string
  /** Whether the plan, the run or both ask the guard about each end. */
  readonly when: 'plan' | 'run' | 'both'
  /** True for a guard that a plan asks once for all ends together, and not for each end (protection.ts). */
  readonly isOfWholePlan?: true
}

/** The resource stays. With `isSettled`, its end is cancelled; otherwise the resource only stays for now, and the next run tries again. */
interface Staying extends Row {
  readonly outcome: 'stays'
  readonly isSettled?: true
  readonly sentence: string
  readonly test: (end: PlannedEnd, situation: Situation) => Words | undefined
}

/** Only the record ends, and the thing stays. */
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
export type Question = 'the result of a create' | 'equal ids' | 'equal keys' | 'other settings' | 'late delete'

interface AskedAbout extends Row {
  readonly name: Question
  readonly when: 'run'
  readonly outcome: 'asked about'
  /** The meaning of an answer that is an obstacle, for people who read the table. The run reports more. */
  readonly sentence: string
}

export type Guard = Staying | Forgotten | Refused | AskedAbout
