import type { RolledBack } from '@slipway/operations/change/change-request'
import { visibleBelow } from '@slipway/source/visible'
import { durationText } from '@slipway/operations/duration'
import { paint, type Output } from '../console.ts'
import { bounds, jsonBounds } from './bounds.ts'

/** How the way back ended: whether everything is as it was, and what is not. */
export function rollbackText(
  instance: string,
  { outcome, left, durationMs }: RolledBack,
  output: Pick<Output, 'color'>,
): string {
  const colors = paint(output)
  const time = durationText(durationMs)
  const isWhole = outcome === 'succeeded'
  const head = isWhole
    ? `${instance} is as it was before`
    : `${instance} could not be brought back to what it was before`
  const lines = [`${isWhole ? head : colors.red(head)} (${time})${left.length === 0 ? '.' : ', but for this:'}`]
  for (const reason of left.slice(0, bounds.failures))
    lines.push(`  ${colors.red('x')} ${visibleBelow(reason, '      ')}`)
  const more = left.length - bounds.failures
  if (more > 0) lines.push(`  … and ${more} more`)
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
