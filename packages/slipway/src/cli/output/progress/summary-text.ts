import type { Plan, RunResult } from '@slipway/engine'
import { visible, visibleBelow } from '@slipway/source/visible'
import { type Colors, paint, type Output } from '../../console/console.ts'
import { bounds, firstOf, shortened } from '../bounds.ts'
import { durationText } from '@slipway/operations/duration'
import { CommandsSaid } from '@slipway/operations/instance/commands-said'
import { plainWords } from '../plain-words.ts'
import { planSubject } from '../plan/plan-subject.ts'
import { SharedHints } from '../shared-hints.ts'

const past: Readonly<Record<string, string>> = {
  create: 'created',
  update: 'updated',
  replace: 'replaced',
  delete: 'destroyed',
  forget: 'forgotten',
  rename: 'renamed',
  record: 'recorded',
  import: 'imported',
  read: 'read',
}

export interface Ended {
  readonly plan: Plan
  readonly result: RunResult
  readonly durationMs: number
  /** The option that names the instance in a command. Absent for the default instance. */
  readonly naming?: string
  /** True if something could not even be read, and was left alone. */
  readonly isPartial?: boolean
  /** True while the changes so far are being rolled back. */
  readonly isTakenBack?: boolean
}

/** The margin of the lines below a reason. */
const margin = ' '.repeat(6)

/** The end of a run: the counts, the failures with their reasons, and the next steps. */
export function summaryText(
  { plan, result, durationMs, naming, isPartial = false, isTakenBack = false }: Ended,
  output: Pick<Output, 'color'>,
): string {
  const colors = paint(output)
  const done = Object.entries(result.counts)
    .filter(([action, count]) => count > 0 && action in past)
    .map(
      ([action, count]) =>
        `${count} ${plan.operation === 'refresh' && action === 'update' ? 'recorded' : past[action]}`,
    )
  // A failed step may have changed something, so the text must not claim that nothing has changed.
  const failed = result.counts['failed'] ?? 0
  if (failed > 0) done.push(`${failed} failed`)
  if (result.outcome === 'succeeded' && plan.protect !== undefined)
    done.push(plan.protect ? 'now protected' : 'no longer protected')
  if (result.outcome === 'succeeded' && plan.operation === 'up' && done.length === 0 && plan.exportsChanged)
    done.push('exports changed')
  const did = done.length === 0 ? 'nothing changed' : done.join(', ')
  const time = durationText(durationMs)
  if (result.outcome === 'succeeded') {
    const head = colors.green(headOf(plan, isPartial))
    return plan.operation === 'tasks'
      ? `${head} (${time})\n`
      : `${head}: ${did} (${time})\n${exportsLeft(plan, result)}`
  }
  const verdict = result.outcome === 'cancelled' ? 'was stopped' : 'failed'
  const command = plan.operation === 'tasks' ? 'tasks run' : plan.operation
  const lines = [`${colors.red(`${command} of ${plan.instance} ${verdict}`)}: ${did} (${time})`]
  const commands = new CommandsSaid(naming)
  const hints = new SharedHints(result.failures)
  for (const failure of result.failures.slice(0, bounds.failures))
    lines.push(...failureLines(failure, hints.own(failure), colors))
  const left = result.failures.length - bounds.failures
  if (left > 0) lines.push(`  … and ${left} more failed`)
  lines.push(
    ...firstOf(result.reasons).map((reason) => `  ${colors.red('x')} ${visibleBelow(plainWords(reason), margin)}`),
  )
  lines.push(...hints.lines(colors, '  '), ...settledAtOnce(result).map((line) => commands.text(line)))
  const skipped = result.counts['skipped'] ?? 0
  if (skipped > 0) lines.push(`  ${skipped} not started, because of the above`)
  const next = plan.operation === 'tasks' ? 'runs them all again' : `carries on from here${untilSettled(result)}`
  if (!isTakenBack) lines.push(commands.text(`What was done is recorded; slipway ${command} ${next}.`))
  return `${lines.join('\n')}\n`
}

/** A doubt that only the user can settle blocks its resource. */
function untilSettled({ failures }: RunResult): string {
  return failures.some(waitsForUser) ? ' once the resources in doubt are settled, as described above' : ''
}

function waitsForUser({ inDoubt, hint = '' }: RunResult['failures'][number]): boolean {
  return inDoubt && hint.includes('--settle')
}

/** Plugins that answer every failure in the same way leave a doubt for each: the user can settle a hundred of them at once. */
function settledAtOnce({ failures }: RunResult): readonly string[] {
  const open = failures.filter(({ hint = '' }) => hint.includes('--settle'))
  if (open.length < 2) return []
  return [`  ${open.length} may exist; if none of them does: slipway up --settle '*=missing'`]
}

/** A refresh reads no blueprint, so its findings may change the exports. */
function exportsLeft({ operation, exports }: Plan, { counts }: RunResult): string {
  const isNews = (counts['update'] ?? 0) + (counts['forget'] ?? 0) > 0
  if (operation !== 'refresh' || !isNews || Object.keys(exports).length === 0) return ''
  return 'The exports are still those of the last up, and may name resources that are gone: the next up computes them again.\n'
}

const state: Readonly<Record<Exclude<Plan['operation'], 'tasks'>, string>> = {
  up: 'up',
  destroy: 'destroyed',
  refresh: 'refreshed',
}

function headOf(plan: Plan, isPartial: boolean): string {
  const { operation, instance } = plan
  if (operation === 'tasks') return `The stage tasks of ${instance} have run`
  if (isPartial) return `A part of ${instance} is ${state[operation]}`
  const { subject, verb } = planSubject(plan)
  return `${subject} ${verb} ${state[operation]}`
}

function failureLines(
  failure: RunResult['failures'][number],
  hint: string | undefined,
  colors: Colors,
): readonly string[] {
  const [first = failure.code, ...more] = firstOf(failure.reasons).map((reason) =>
    visibleBelow(plainWords(reason), margin),
  )
  const lines = [`  ${colors.red('x')} ${colors.bold(visible(failure.name))} (${visible(failure.type)}): ${first}`]
  for (const reason of more) lines.push(`${margin}${reason}`)
  if (hint !== undefined) lines.push(`${margin}${colors.cyan('hint:')} ${visibleBelow(shortened(hint), margin)}`)
  return lines
}
