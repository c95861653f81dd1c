import type { ResourceRecord } from '@slipway/stores'
import type { Situation } from '../../reality/situation.ts'
import type { Decision } from '../decide/decide.ts'
import type { End } from './guard.ts'
import { observer } from './observer.ts'
import { isSameThing, verdictOn } from './verdict.ts'

/**
 * Decides about a record that is to go.
 *
 * @param reason why it is to go
 */
export function decideUnwanted(end: End, reason: string, situation: Situation): Decision {
  const verdict = verdictOn(end, situation, 'plan')
  observer.told?.({ who: 'plan', verdict })
  const deletion: Decision = { action: 'delete', changes: [], replaceBecause: [], reason }
  switch (verdict?.outcome) {
    case 'stays':
      return { ...deletion, action: 'none', reason: verdict.because }
    case 'forgotten':
      return { ...deletion, action: 'forget', reason: verdict.because }
    case 'refused':
      return { ...deletion, blocked: verdict.obstacle }
    default:
      return deletion
  }
}

/** @param same another record that is the same thing */
export function forgetSame(same: ResourceRecord): Decision {
  return { action: 'forget', changes: [], replaceBecause: [], reason: isSameThing(same) }
}
