import { type CallWait, testPlugin } from '@slipway/operations/authors/test-plugin'
import { visibleLines } from '@slipway/source/visible'
import type { CheckResult, PluginReport } from '@slipway/testkit'
import { paint, type Console } from '../console/console.ts'
import { exitCodes } from '../console/exit-codes.ts'
import { jsonReport } from '../output/values/json-value.ts'
import { stoppable } from './stoppable.ts'
import { slipwayOf } from '../requests/slipway-of.ts'

export interface TestOptions {
  readonly json?: boolean
  readonly deadline: string
  readonly exercises?: string
  readonly faults?: boolean
  readonly watch?: boolean
  readonly build?: string
}

/** `slipway plugin test PATH`. Exits with 1 when the plugin fails a required check. */
export async function testPluginAt(
  path: string,
  { json = false, deadline, exercises, faults = false }: TestOptions,
  console: Console,
): Promise<number> {
  const message = 'Stopping: the test first removes what it created.'
  const report = await stoppable(console, message, async (stop) => {
    const found = await testPlugin(slipwayOf(console), {
      path,
      exercises,
      faults,
      deadlineMs: Number(deadline) || 15_000,
      stop,
      onRetry: (wait) => console.err.write(waitText(wait)),
      ...(json ? {} : { onCheck: (check: CheckResult) => console.out.write(checkText(check, console)) }),
    })
    stop.throwIfAborted()
    return found
  })
  if (json) console.out.write(jsonReport(report))
  else console.err.write(reportText(report))
  return report.ok ? exitCodes.ok : exitCodes.failed
}

function waitText({ message, retryInMs, isRateLimit }: CallWait): string {
  const why = isRateLimit ? 'the service limits how often it is asked' : 'it failed TRANSIENT'
  return `${why}, next call in ${(retryInMs / 1000).toFixed(1)} s: ${visibleLines(message)}\n`
}

export function checkText({ name, ok, level, detail }: CheckResult, { out }: Pick<Console, 'out'>): string {
  const colors = paint(out)
  const verdict = ok ? colors.green('ok  ') : level === 'must' ? colors.red('FAIL') : colors.yellow('weak')
  return `${verdict} ${name}: ${detail}\n`
}

export function reportText({ plugin, file, checks }: PluginReport): string {
  const passed = checks.filter((check) => check.ok).length
  return `${plugin?.id ?? file}: ${passed} of ${checks.length} checks passed\n`
}
