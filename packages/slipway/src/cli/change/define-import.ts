import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { Option, type Command } from 'commander'
import { processConsole } from '../console/console.ts'
import { addBlueprintOptions, count, instanceOptions, usage } from '../requests/options.ts'
import type { ListOptions } from './show-list.ts'

type ImportOptions = ListOptions & { readonly out?: string; readonly list?: boolean; readonly from?: string }

export function define(command: Command): void {
  command
    .argument('<resource>', 'name of a resource of the blueprint; with --list a type; with --from the file of a state')
    .argument('[id]', 'id of the resource at its provider')
    .argument('[blueprint]', 'file, or folder with one blueprint')
    .argument('[args...]', 'with --from: arguments for the converter, after --')
  command.addOption(new Option('--out <file>', 'write the resource as blueprint text to this file'))
  command.addOption(
    new Option('--from <name>', 'import a state of another tool with this converter, or the one at a path'),
  )
  command.addOption(new Option('--list', 'list existing resources of a type, with ids; imports nothing'))
  command.addOption(new Option('--query <name=value>', 'with --list: a filter').argParser(repeated))
  command.addOption(new Option('--limit <n>', 'with --list: at most this many (default: 1000)').argParser(count))
  command.addOption(new Option('--configuration <name>', 'with --list: the configuration of the provider'))
  command.setOptionValue('query', [])
  const shown = [
    'yes',
    'json',
    'trust',
    'install',
    'var',
    'varFile',
    'instance',
    'stack',
    ...instanceOptions,
    'showSecrets',
    'wait',
    'set',
  ] as const
  addBlueprintOptions(command, shown).action(
    async (
      resource: string,
      id: string | undefined,
      file: string | undefined,
      more: readonly string[],
      options: ImportOptions,
    ) => {
      const { from } = options
      if (from !== undefined) {
        if (options.list === true)
          throw usage('--from imports a state, --list shows existing resources: give only one of them')
        const { showStateImport } = await import('../convert/show-state-import.ts')
        const args = [id, file, ...more].filter((arg) => arg !== undefined)
        process.exitCode = await showStateImport(resource, args, { ...options, from }, processConsole())
        return
      }
      if (more.length > 0) throw usage('arguments for a converter need --from with its name')
      if (options.list === true) {
        if (id !== undefined) throw usage(`--list takes a type alone: slipway import --list ${resource}`)
        const { showList } = await import('./show-list.ts')
        await showList(resource, options, processConsole())
        return
      }
      if (id === undefined) throw usage(`slipway import ${resource} takes an id, or --list with a type`)
      // The user may be used to tools without blueprints, where the command line also gives the type.
      if (file !== undefined && /[:/]/.test(resource) && !existsSync(resolve(file)))
        throw usage(`the blueprint gives the type, not the command line: slipway import ${id} ${file}`)
      const { showImport } = await import('./show-import.ts')
      await showImport({ resource, id }, file, options, processConsole())
    },
  )
}

function repeated(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, value]
}
