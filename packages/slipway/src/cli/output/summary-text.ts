import type { Plan, RunResult } from '@slipway/engine'
import { visible, visibleLines } from '@slipway/source/visible'
import { paint, type Output } from '../console.ts'
import { bounds, firstOf, shortened } from './bounds.ts'
import { durationText } from '@slipway/operations/duration'
import { onlyRenamed } from './plan-text.ts'

const past: Readonly<Record<string, string>> = {
  create: 'created',
  update: 'updated',
  replace: 'replaced',
  delete: 'destroyed',
  forget: 'forgotten',
}

export interface Ended {
  readonly plan: Plan
  readonly result: RunResult
  readonly durationMs: number
  /** The targets of the run; empty: all. */
  readonly targets: readonly string[]
  /** Something could not even be looked at, and was left alone. */
  readonly isPartial?: boolean
}

/** How a run ended: what was done, and where it failed, why, and what to do next. */
export function summaryText(
  { plan, result, durationMs, targets, isPartial = false }: Ended,
  output: Pick<Output, 'color'>,
): string {
  const colors = paint(output)
  const done = Object.entries(result.counts)
    .filter(([action, count]) => count > 0 && action in past)
    .map(([action, count]) => `${count} ${past[action]}`)
  const renamed = onlyRenamed(plan)
  // Names change with the first commit of a run.
  if (renamed > 0) done.push(`${renamed} renamed`)
  // A step that failed may have changed something, so nobody says then that nothing has.
  const failed = result.counts['failed'] ?? 0
  if (failed > 0) done.push(`${failed} failed`)
  const did = done.length === 0 ? 'nothing changed' : done.join(', ')
  const time = durationText(durationMs)
  if (result.outcome === 'succeeded') return `${colors.green(headOf(plan, targets, isPartial))}: ${did} (${time})\n`
  const verdict = result.outcome === 'cancelled' ? 'was stopped' : 'failed'
  const lines = [`${colors.red(`${plan.operation} of ${plan.instance} ${verdict}`)}: ${did} (${time})`]
  for (const failure of result.failures.slice(0, bounds.failures)) lines.push(...failureLines(failure, colors))
  const left = result.failures.length - bounds.failures
  if (left > 0) lines.push(`  … and ${left} more failed`)
  lines.push(...firstOf(result.reasons).map((reason) => `  ${colors.red('x')} ${visibleLines(reason)}`))
  const skipped = result.counts['skipped'] ?? 0
  if (skipped > 0) lines.push(`  ${skipped} not started, because of the above`)
  lines.push(`What was done is recorded; slipway ${plan.operation} goes on from here.`)
  return `${lines.join('\n')}\n`
}

const state: Readonly<Record<Plan['operation'], string>> = { up: 'up', destroy: 'destroyed', refresh: 'refreshed' }

function headOf({ operation, instance }: Plan, targets: readonly string[], isPartial: boolean): string {
  if (isPartial) return `A part of ${instance} is ${state[operation]}`
  if (targets.length === 0) return `${instance} is ${state[operation]}`
  return `${targets.join(', ')} of ${instance} ${targets.length === 1 ? 'is' : 'are'} ${state[operation]}`
}

function failureLines(failure: RunResult['failures'][number], colors: ReturnType<typeof paint>): readonly string[] {
  const [first = failure.code, ...more] = firstOf(failure.reasons).map(visibleLines)
  const lines = [`  ${colors.red('x')} ${colors.bold(visible(failure.name))} (${visible(failure.type)}): ${first}`]
  for (const reason of more) lines.push(`      ${reason}`)
  if (failure.hint !== undefined) lines.push(`      ${colors.cyan('hint:')} ${visibleLines(shortened(failure.hint))}`)
  return lines
}
