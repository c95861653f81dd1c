import { Option, type Command } from 'commander'
import { processConsole } from '../console.ts'
import { addBlueprintOptions, type BlueprintOptions } from '../options.ts'

export function define(command: Command): void {
  command
    .argument('<resource>', 'name of a resource of the blueprint')
    .argument('<id>', 'under which its provider knows it')
    .argument('[blueprint]', 'file, or folder with one blueprint')
  command.addOption(new Option('--out <file>', 'where what the blueprint would say of it is written'))
  addBlueprintOptions(command, ['json', 'var', 'varFile', 'instance', 'wait', 'set']).action(
    async (
      resource: string,
      id: string,
      file: string | undefined,
      options: BlueprintOptions & { readonly out?: string },
    ) => {
      const { showImport } = await import('../show-import.ts')
      await showImport({ resource, id }, file, options, processConsole())
    },
  )
}
