import type { Command } from 'commander'
import { processConsole } from '../console/console.ts'

export function define(command: Command): void {
  command
    .option('--stdio', 'speak over standard input and output, as always')
    .addHelpText('after', '\nFor editors: docs/guides/editors.md says how to set one up.')
    .action(serve)
}

async function serve(): Promise<void> {
  const { serveBlueprints } = await import('./serve-blueprints.ts')
  await serveBlueprints(processConsole())
}
