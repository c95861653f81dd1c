import type { Command } from 'commander'
import { processConsole } from '../console/console.ts'
import { addBlueprintOptions, type BlueprintOptions } from '../requests/options.ts'

export function define(command: Command): void {
  const show = command.command('show').description('print your public key, and create one if there is none')
  addBlueprintOptions(show, ['json']).action(async (options: BlueprintOptions) =>
    (await import('./keys.ts')).showOwnKey(processConsole(), options),
  )
}
