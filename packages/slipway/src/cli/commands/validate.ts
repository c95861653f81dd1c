import type { Command } from 'commander'
import { processConsole } from '../console.ts'
import { addBlueprintOptions, type BlueprintOptions } from '../options.ts'

export function define(command: Command): void {
  command
    .argument('[blueprint]', 'file, or folder with one blueprint')
    .option('--strict', 'exit with 1 if something could not be checked, such as a type whose plugin is missing')
    .option(
      '--portable',
      'also name, with its place, what the public specification does not have: exit with 1 if there is any that other engines refuse',
    )
  addBlueprintOptions(command, ['json', 'trust', 'var', 'varFile', 'set']).action(validate)
}

async function validate(
  file: string | undefined,
  options: BlueprintOptions & { readonly strict?: boolean; readonly portable?: boolean },
): Promise<void> {
  const { showValidation } = await import('../show-validation.ts')
  process.exitCode = await showValidation(file, options, processConsole())
}
