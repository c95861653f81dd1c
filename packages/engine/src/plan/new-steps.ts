import { existenceOf, unfinished } from '../reality/life-cycle.ts'
import type { PlanStep } from './plan.ts'

/** True for a step that makes something new, or may do so because nobody knows whether it exists. */
export function isCreated({ action, current }: Pick<PlanStep, 'action' | 'current'>): boolean {
  const isDoubtful = current !== undefined && existenceOf(current) === 'doubtful'
  return action === 'create' || action === 'replace' || (action === 'update' && isDoubtful)
}

/**
 * True for a step without which something that only left the blueprint stays: what the step makes, or has not made well yet, may be
 * that under another name.
 */
export function isNew(step: Pick<PlanStep, 'action' | 'current'>): boolean {
  const { action, current } = step
  return isCreated(step) || (action === 'update' && current !== undefined && unfinished(current) !== undefined)
}
