import type { Command } from 'commander'
import { processConsole } from '../console.ts'
import { usage } from '../options.ts'

export interface TrustOptions {
  readonly list?: boolean
  readonly remove?: boolean
  readonly json?: boolean
}

export function define(command: Command): void {
  command
    .argument('[dir]', 'the folder (default: this one); what lies below it in the same repository is trusted, too')
    .option('--list', 'show the folders that you trust')
    .option('--remove', 'trust the folder no longer')
    .option('--json', 'machine-readable output on stdout')
    .action(trust)
}

async function trust(folder: string | undefined, options: TrustOptions): Promise<void> {
  const { list = false, remove = false } = options
  if (list && (remove || folder !== undefined)) throw usage('--list takes no folder, and nothing beside it')
  const { showTrusted, trustOne, trustNoLonger } = await import('../trust-folders.ts')
  const console = processConsole()
  if (list) return showTrusted(options, console)
  return remove ? trustNoLonger(folder, options, console) : await trustOne(folder, options, console)
}
