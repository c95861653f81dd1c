import { testPlugin } from '@slipway/operations/authors/test-plugin'
import type { CheckResult, PluginReport } from '@slipway/testkit'
import { paint, type Console } from './console.ts'
import { exitCodes } from './exit-codes.ts'
import { jsonReport } from './output/json-value.ts'
import { slipwayOf } from './slipway-of.ts'

export interface TestOptions {
  readonly json?: boolean
  readonly deadline: string
  readonly exercises?: string
  readonly faults?: boolean
  readonly watch?: boolean
  readonly build?: string
}

/** `slipway plugin test PATH`. 1 when the plugin fails a check that it must pass. */
export async function testPluginAt(
  path: string,
  { json = false, deadline, exercises, faults = false }: TestOptions,
  console: Console,
): Promise<number> {
  const report = await testPlugin(slipwayOf(console), {
    path,
    exercises,
    faults,
    deadlineMs: Number(deadline) || 15_000,
    ...(json ? {} : { onCheck: (check: CheckResult) => console.out.write(checkText(check, console)) }),
  })
  if (json) console.out.write(jsonReport(report))
  else console.err.write(reportText(report))
  return report.ok ? exitCodes.ok : exitCodes.failed
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
