import type { Command } from 'commander'
import { processConsole } from '../console/console.ts'
import { addBlueprintOptions, type BlueprintOptions } from '../requests/options.ts'

export function define(command: Command): void {
  command.argument('[what]', 'agent: the parts of the engine, their order and what starting them took')
  addBlueprintOptions(command, ['json', 'set']).action(async (what: string | undefined, options: BlueprintOptions) => {
    const { doctor } = await import('./doctor.ts')
    process.exitCode = await doctor(what, options, processConsole())
  })
}
