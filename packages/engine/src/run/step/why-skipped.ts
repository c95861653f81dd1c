import type { StepNode } from '../graph/step-graph.ts'

/**
 * Why something is not done: what it waits for was not done, either.
 *
 * @param skipped the name of what cannot be done
 * @param untaken keys of the steps that were not taken; what other steps have made may only not be stable
 */
export function whySkipped(cause: StepNode, skipped: string, untaken: ReadonlySet<string>): string {
  if (cause.kind === 'link')
    return `the link ${cause.link.name} was not ${cause.link.action === 'delete' ? 'removed' : 'made'}`
  if (!('step' in cause)) return 'the run could not go on'
  const { step, kind } = cause
  // Of the two halves of a replacement, each may come first.
  if (step.name === skipped) return kind === 'old' ? 'the old one was not removed' : 'its successor could not be made'
  if (kind === 'stable' && !untaken.has(step.key)) return `${step.name} is not stable`
  const isRemoval = kind === 'old' || step.action === 'delete'
  return isRemoval ? `${step.name} was not removed` : `${step.name} was not deployed`
}
