import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { Option, type Command } from 'commander'
import { processConsole } from '../console.ts'
import { addBlueprintOptions, count, instanceOptions, usage } from '../options.ts'
import type { ListOptions } from '../show-list.ts'

type ImportOptions = ListOptions & { readonly out?: string; readonly list?: boolean }

export function define(command: Command): void {
  command
    .argument('<resource>', 'name of a resource of the blueprint; with --list a type')
    .argument('[id]', 'under which its provider knows it')
    .argument('[blueprint]', 'file, or folder with one blueprint')
  command.addOption(new Option('--out <file>', 'file to write what the blueprint would say about it'))
  command.addOption(new Option('--list', 'show what exists of a type, with ids; imports nothing'))
  command.addOption(new Option('--query <name=value>', 'with --list: what is looked for').argParser(repeated))
  command.addOption(new Option('--limit <n>', 'with --list: at most so many (default: 1000)').argParser(count))
  command.addOption(new Option('--configuration <name>', 'with --list: of the provider'))
  command.setOptionValue('query', [])
  const shown = ['json', 'trust', 'install', 'var', 'varFile', 'instance', ...instanceOptions, 'wait', 'set'] as const
  addBlueprintOptions(command, shown).action(
    async (resource: string, id: string | undefined, file: string | undefined, options: ImportOptions) => {
      if (options.list === true) {
        if (id !== undefined) throw usage(`--list takes a type alone: slipway import --list ${resource}`)
        const { showList } = await import('../show-list.ts')
        await showList(resource, options, processConsole())
        return
      }
      if (id === undefined) throw usage(`slipway import ${resource} takes an id, or --list with a type`)
      // In tools without blueprints, the command line also gives the type.
      if (file !== undefined && /[:/]/.test(resource) && !existsSync(resolve(file)))
        throw usage(`the type stands in the blueprint, and not on the line: slipway import ${id} ${file}`)
      const { showImport } = await import('../show-import.ts')
      await showImport({ resource, id }, file, options, processConsole())
    },
  )
}

function repeated(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, value]
}
