import { testPlugin } from '@slipway/operations/look/test-plugin'
import type { CheckResult } from '@slipway/testkit'
import { paint, type Console } from './console.ts'
import { exitCodes } from './exit-codes.ts'
import { jsonDocument } from './output/json-value.ts'
import { slipwayOf } from './slipway-of.ts'

export interface TestOptions {
  readonly json?: boolean
  readonly deadline: string
  /** A file with resources to be made. */
  readonly exercises?: string
  readonly faults?: boolean
}

/** `slipway plugin test PATH`. 1 when the plugin fails a check that it must pass. */
export async function testPluginAt(
  path: string,
  { json = false, deadline, exercises, faults = false }: TestOptions,
  console: Console,
): Promise<number> {
  const colors = paint(console.out)
  const show = ({ name, ok, level, detail }: CheckResult): void => {
    const verdict = ok ? colors.green('ok  ') : level === 'must' ? colors.red('FAIL') : colors.yellow('weak')
    console.out.write(`${verdict} ${name}: ${detail}\n`)
  }
  const report = await testPlugin(slipwayOf(console), {
    path,
    exercises,
    faults,
    deadlineMs: Number(deadline) || 15_000,
    ...(json ? {} : { onCheck: show }),
  })
  if (json) console.out.write(jsonDocument(report))
  else {
    const passed = report.checks.filter((check) => check.ok).length
    console.err.write(`${report.plugin?.id ?? report.file}: ${passed} of ${report.checks.length} checks passed\n`)
  }
  return report.ok ? exitCodes.ok : exitCodes.failed
}
