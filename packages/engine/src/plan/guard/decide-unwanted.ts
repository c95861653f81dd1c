import type { ResourceRecord } from '@slipway/stores'
import type { Situation } from '../../reality/gathered/situation.ts'
import type { Obstacle } from '../../reality/obstacles/obstacles.ts'
import type { PlannedEnd } from './guard.ts'
import { observer } from './observer.ts'
import { isSameThing, verdictOn } from './verdict.ts'

/** The plan's decision about a record that is to go. `none`: the record stays. */
export interface EndDecision {
  readonly action: 'delete' | 'forget' | 'none'
  readonly reason?: string
  readonly blocked?: Obstacle
}

/**
 * Decides about a record that is to go.
 *
 * @param reason the reason why it is to go
 */
export function decideUnwanted(end: PlannedEnd, reason: string, situation: Situation): EndDecision {
  const verdict = verdictOn(end, situation, 'plan')
  observer.told?.({ who: 'plan', verdict })
  switch (verdict?.outcome) {
    case 'stays':
      return { action: 'none', reason: verdict.because }
    case 'forgotten':
      return { action: 'forget', reason: verdict.because }
    case 'refused':
      return { action: 'delete', reason, blocked: verdict.obstacle }
    default:
      return { action: 'delete', reason }
  }
}

/**
 * The decision to forget a record because another record stands for the same thing.
 *
 * @param same the other record
 */
export function forgetSame(same: ResourceRecord) {
  return { action: 'forget', reason: isSameThing(same) } as const
}
