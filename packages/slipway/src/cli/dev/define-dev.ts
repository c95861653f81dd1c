import type { Command } from 'commander'
import { processConsole } from '../console/console.ts'
import { addBlueprintOptions, instanceOptions, type BlueprintOptions } from '../requests/options.ts'

export function define(command: Command): void {
  command.argument('[blueprint]', 'stack or blueprint: a file, or a folder with one')
  addBlueprintOptions(command, [
    'yes',
    'json',
    'trust',
    'set',
    'instance',
    ...instanceOptions,
    'var',
    'varFile',
    'parallel',
    'showSecrets',
  ]).action(async (file: string | undefined, options: BlueprintOptions) => {
    const { showDev } = await import('./show-dev.ts')
    await showDev(file, options, processConsole())
  })
}
