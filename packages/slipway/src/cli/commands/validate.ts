import type { Command } from 'commander'
import { processConsole } from '../console.ts'
import { addBlueprintOptions, type BlueprintOptions } from '../options.ts'

export function define(command: Command): void {
  command.argument('[blueprint]', 'file, or folder with one blueprint')
  addBlueprintOptions(command, ['json', 'var', 'varFile', 'set']).action(validate)
}

async function validate(file: string | undefined, options: BlueprintOptions): Promise<void> {
  const { showValidation } = await import('../show-validation.ts')
  process.exitCode = await showValidation(file, options, processConsole())
}
