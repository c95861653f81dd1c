import type { Command } from 'commander'
import { processConsole } from '../console.ts'
import { exitCodes } from '../exit-codes.ts'

export function define(command: Command): void {
  command
    .argument('[blueprint]', 'file, or folder with one blueprint')
    .option('--check', 'change nothing; exit code 1 when the layout is another')
    .action(showFormatted)
}

async function showFormatted(given: string | undefined, { check }: { readonly check?: boolean }): Promise<void> {
  const console = processConsole()
  const [{ format }, { shortPath }] = await Promise.all([
    import('@slipway/operations/forms/format'),
    import('../output/diagnostics-text.ts'),
  ])
  const { file, isChanged } = format(console, { file: given, check })
  if (isChanged) console.out.write(`${shortPath(file)}\n`)
  if (isChanged && check === true) process.exitCode = exitCodes.failed
}
