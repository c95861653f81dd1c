import type { Command } from 'commander'
import { processConsole } from '../console/console.ts'
import { addBlueprintOptions, type BlueprintOptions } from '../requests/options.ts'

export function define(command: Command): void {
  command
    .argument('[blueprint]', 'file, or folder with one blueprint')
    .option('--strict', 'exit with 1 if something could not be checked, such as a type whose plugin is missing')
    .option('--portable', 'also list parts outside the public specification: exit with 1 if other engines refuse any')
  addBlueprintOptions(command, ['json', 'trust', 'var', 'varFile', 'set']).action(validate)
}

async function validate(
  file: string | undefined,
  options: BlueprintOptions & { readonly strict?: boolean; readonly portable?: boolean },
): Promise<void> {
  const { showValidation } = await import('./show-validation.ts')
  process.exitCode = await showValidation(file, options, processConsole())
}
