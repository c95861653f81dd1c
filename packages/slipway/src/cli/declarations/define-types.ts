import type { Command } from 'commander'
import { processConsole } from '../console/console.ts'
import { addBlueprintOptions } from '../requests/options.ts'
import type { TypesOptions } from './show-types.ts'

export function define(command: Command): void {
  command
    .option('--watch', 'write it again whenever a source changes')
    .option('--check', 'write nothing; exit with 1 if the file is not up to date')
    .option('--out <file>', 'where to write (default: slipway-env.d.ts in the folder of the project)')
  addBlueprintOptions(command, ['json', 'trust', 'set']).action(async (options: TypesOptions) => {
    const { showTypes } = await import('./show-types.ts')
    process.exitCode = await showTypes(options, processConsole())
  })
}
