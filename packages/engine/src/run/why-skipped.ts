import type { StepNode } from './step-graph.ts'

/**
 * Why a step is skipped.
 *
 * @param skipped the name of what cannot be done
 */
export function because(cause: StepNode, skipped: string): string {
  if (cause.kind === 'link')
    return `the link ${cause.link.name} was not ${cause.link.action === 'delete' ? 'removed' : 'made'}`
  if (!('step' in cause)) return 'the run could not go on'
  const { step, kind } = cause
  // A skipped step also ends the removal of the thing that it was to replace.
  if (step.name === skipped) return 'its successor could not be made'
  if (kind === 'stable') return `${step.name} is not stable`
  const isRemoval = kind === 'old' || step.action === 'delete'
  return isRemoval ? `${step.name} was not removed` : `${step.name} was not deployed`
}
