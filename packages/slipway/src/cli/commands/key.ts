import type { Command } from 'commander'
import { processConsole } from '../console.ts'
import { addBlueprintOptions, type BlueprintOptions } from '../options.ts'

export function define(command: Command): void {
  const show = command.command('show').description('print your public key, made where there is none')
  addBlueprintOptions(show, ['json']).action(async (options: BlueprintOptions) =>
    (await import('../state/keys.ts')).showOwnKey(processConsole(), options),
  )
}
