import type { Command } from 'commander'
import { processConsole } from '../console.ts'
import { addBlueprintOptions, type BlueprintOptions } from '../options.ts'

export function define(command: Command): void {
  const show = command
    .command('show')
    .description('the settings that a command here would use')
    .argument('[blueprint]', 'file, or folder with one blueprint')
    .option('--origin', 'say where each comes from')
  addBlueprintOptions(show, ['json', 'set', 'parallel', 'showSecrets']).action(
    async (file: string | undefined, options: BlueprintOptions & { readonly origin?: boolean }) => {
      const { showSettings } = await import('../show-settings.ts')
      await showSettings(file, options, processConsole())
    },
  )
}
