import type { Command } from 'commander'
import { type Diagnostic, DiagnosticsFailure } from '@slipway/model'
import { processConsole } from '../console/console.ts'
import { exitCodes } from '../console/exit-codes.ts'

export function define(command: Command): void {
  command
    .argument('[blueprints...]', 'files, or folders with one blueprint')
    .option('--check', 'change nothing; exit with 1 if the layout would change')
    .option('--short', 'write options of resources in "options", beside "spec", not in metadata.custom.slipway')
    .action(showFormatted)
}

interface FormatOptions {
  readonly check?: boolean
  readonly short?: boolean
}

async function showFormatted(given: readonly string[], { check, short }: FormatOptions): Promise<void> {
  const console = processConsole()
  const [{ format }, { shortPath }] = await Promise.all([
    import('@slipway/operations/forms/format'),
    import('../output/diagnostics/diagnostics-text.ts'),
  ])
  const wrong: Diagnostic[] = []
  for (const named of given.length === 0 ? [undefined] : given) {
    try {
      const { file, isChanged } = format(console, { file: named, check, short })
      if (isChanged) console.out.write(`${shortPath(file)}\n`)
      if (isChanged && check === true) process.exitCode = exitCodes.failed
    } catch (error) {
      // A blueprint that cannot be read does not stop the others.
      if (!(error instanceof DiagnosticsFailure)) throw error
      wrong.push(...error.diagnostics)
    }
  }
  if (wrong.length > 0) throw new DiagnosticsFailure(wrong)
}
