import { watchPlugin, type WatchRound } from '@slipway/operations/authors/watch-plugin'
import type { Failure } from '@slipway/model'
import { paint, type Console } from '../console/console.ts'
import { firstOf } from '../output/bounds.ts'
import { usage } from '../requests/options.ts'
import { slipwayOf } from '../requests/slipway-of.ts'
import { stopSignals } from '../signals/stop-signals.ts'
import { checkText, reportText, type TestOptions } from './test-plugin.ts'

/** `slipway plugin test PATH --watch`: reports the problems of each round. Ends with Ctrl-C. */
export async function watchPluginAt(path: string, options: TestOptions, console: Console): Promise<void> {
  if (options.json === true) throw usage('--json and --watch exclude each other')
  if (options.watch !== true) throw usage('--build is for --watch')
  const signals = stopSignals()
  signals.watch(() => {})
  try {
    const { build, exercises, faults = false, deadline } = options
    await watchPlugin(slipwayOf(console), {
      path,
      build,
      exercises,
      faults,
      deadlineMs: Number(deadline) || 15_000,
      signal: signals.stop,
      onRound: (round) => console.out.write(roundText(round, console)),
    })
  } finally {
    signals.release()
  }
}

const mostNames = 3

function roundText(round: WatchRound, console: Console): string {
  const colors = paint(console.out)
  switch (round.kind) {
    case 'building':
      return `${because(round.changed)}building: ${round.command}\n`
    case 'testing':
      return `${because(round.changed)}testing ...\n`
    case 'tested': {
      const { report } = round
      const wrong = report.checks.filter((check) => !check.ok)
      const verdict = report.ok ? colors.green('ok  ') : colors.red('FAIL')
      return `${wrong.map((check) => checkText(check, console)).join('')}${verdict} ${reportText(report)}`
    }
    case 'failed':
      return `${colors.red('FAIL')} ${failureText(round.failure)}\n`
  }
}

function because(changed: readonly string[]): string {
  if (changed.length === 0) return ''
  const more = changed.length > mostNames ? ` and ${changed.length - mostNames} more` : ''
  return `changed: ${changed.slice(0, mostNames).join(', ')}${more}; `
}

function failureText({ message, details, hint }: Failure): string {
  const lines = [message, ...firstOf(details, 20).map((line) => `  ${line}`)]
  return (hint === undefined ? lines : [...lines, `  hint: ${hint}`]).join('\n')
}
