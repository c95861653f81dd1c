import type { Command } from 'commander'
import { processConsole } from '../console/console.ts'
import type { NewProjectOptions } from './new-project.ts'

export function define(command: Command): void {
  command
    .argument('[what]', 'stack, blueprint, plugin or app; or a template: a folder as ./NAME, or git+URL[@REF][#FOLDER]')
    .argument('[dir]', 'the folder to make')
    .option('--yes', 'ask nothing: create a stack in my-stack by default')
    .option('--no-install', 'only write the files: npm fetches nothing')
    .option('--json', 'machine-readable output')
    .action(async (what: string | undefined, folder: string | undefined, options: NewProjectOptions) => {
      const { showNew } = await import('./new-project.ts')
      await showNew(what, folder, options, processConsole())
    })
}
