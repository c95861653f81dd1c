import { Option, type Command } from 'commander'
import { processConsole } from '../console/console.ts'
import type { ConvertOptions } from './show-converted.ts'
import { addBlueprintOptions } from '../requests/options.ts'

export function define(command: Command): void {
  command
    .argument('[blueprint]', 'file, or folder with one blueprint; with --from the folder of the program')
    .argument('[args...]', 'with --from: arguments for the converter, after --')
    .addOption(new Option('--to <form>', 'yaml, json or bp; with --from more, see below').makeOptionMandatory())
    .addOption(new Option('--from <name>', 'a converter, or a path to one; pulumi-yaml needs none'))
    .addOption(new Option('--out <dir>', 'with --from: the folder for the result'))
    .addOption(new Option('--force', 'with --from: write into a folder that is not empty'))
    .addOption(new Option('--snippet <type>', 'with --from: convert a file with one resource of this type'))
    .addHelpText('after', languages)
  addBlueprintOptions(command, ['json', 'trust', 'install', 'set']).action(
    async (file: string | undefined, args: readonly string[], options: ConvertOptions) => {
      const { showConverted } = await import('./show-converted.ts')
      await showConverted(file, args, options, processConsole())
    },
  )
}

const languages = `
With --from, --to names what the program becomes: pcl, as the converter gives it;
blueprint or stack; or a language of Pulumi (yaml, typescript, python, go, …), which
needs that language's plugin of Pulumi.`
