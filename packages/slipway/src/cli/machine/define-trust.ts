import type { Command } from 'commander'
import { processConsole } from '../console/console.ts'
import { usage } from '../requests/options.ts'
import type { TrustOptions } from './trust-folders.ts'

export function define(command: Command): void {
  command
    .argument('[dir]', 'the folder (default: this one); folders below it in the same repository are trusted, too')
    .option('--group <name>', 'let files of a group that you share count as yours, wherever they are')
    .option('--list', 'show the folders and groups that you trust')
    .option('--remove', 'no longer trust the folder or the group')
    .option('--json', 'machine-readable output on stdout')
    .action(trust)
}

async function trust(folder: string | undefined, options: TrustOptions): Promise<void> {
  const { list = false, remove = false, group } = options
  if (list && (remove || folder !== undefined || group !== undefined))
    throw usage('--list takes no folder and no other option')
  if (group !== undefined && folder !== undefined) throw usage('--group trusts a group, and takes no folder')
  const { showTrusted, trustOne, trustNoLonger } = await import('./trust-folders.ts')
  const console = processConsole()
  if (list) return showTrusted(options, console)
  if (group !== undefined) {
    const { trustOneGroup } = await import('./trust-group.ts')
    return trustOneGroup(group, options, console)
  }
  return remove ? trustNoLonger(folder, options, console) : await trustOne(folder, options, console)
}
