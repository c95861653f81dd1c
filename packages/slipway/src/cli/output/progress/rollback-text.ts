import type { RolledBack } from '@slipway/operations/change/change-request'
import { visibleBelow } from '@slipway/source/visible'
import { durationText } from '@slipway/operations/duration'
import { paint, type Output } from '../../console/console.ts'
import { bounds, jsonBounds } from '../bounds.ts'

/** The result of a rollback: whether everything is as it was, and the exceptions. */
export function rollbackText(
  instance: string,
  { outcome, plan, left, durationMs }: RolledBack,
  output: Pick<Output, 'color'>,
): string {
  const colors = paint(output)
  const time = durationText(durationMs)
  const isDone = outcome === 'succeeded'
  const failed = plan === undefined ? 'was not brought back' : 'was brought back only in part'
  const head = isDone ? `${instance} is as it was before` : colors.red(`${instance} ${failed}`)
  const why = isDone ? ', but for this:' : plan === undefined ? ', because of this:' : '; this is not as it was before:'
  const lines = [`${head} (${time})${left.length === 0 ? '.' : why}`]
  for (const reason of left.slice(0, bounds.failures))
    lines.push(`  ${colors.red('x')} ${visibleBelow(reason, '      ')}`)
  const others = left.length - bounds.failures
  if (others > 0) lines.push(`  … and ${others} more`)
  return `${lines.join('\n')}\n`
}

export function rollbackJson(instance: string, { outcome, counts, left, durationMs }: RolledBack): object {
  return {
    type: 'rolled-back',
    instance,
    outcome,
    counts,
    left: left.slice(0, jsonBounds.reasons),
    durationMs: Math.round(durationMs),
  }
}
