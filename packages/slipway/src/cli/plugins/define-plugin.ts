import type { Command } from 'commander'
import { processConsole } from '../console/console.ts'
import type { NewOptions } from '../new/new-plugin.ts'
import type { TestOptions } from './test-plugin.ts'
import { addBlueprintOptions, type BlueprintOptions } from '../requests/options.ts'
import { defineInstalling } from './define-install.ts'
import { defineMirror, definePublishing } from './define-publishing.ts'
import { defineSigners } from './define-signers.ts'
import { defineUpkeep } from './define-upkeep.ts'

export function define(command: Command): void {
  const list = command.command('list').description('list installed plugins, and files that are not plugins')
  addBlueprintOptions(list, ['json', 'trust', 'set']).action(async (options: BlueprintOptions) => {
    const { showPlugins } = await import('./list-plugins.ts')
    await showPlugins(options, processConsole())
  })
  defineInstalling(command)
  defineSigners(command)
  defineUpkeep(command)
  defineMirror(command)
  command
    .command('run')
    .description('run a Pulumi plugin as a command, such as a tool')
    .argument('<kind>', 'tool, or another kind of plugin')
    .argument('<name>', 'its name in slipway plugin list, or name@version')
    .argument('[args...]', 'arguments for the plugin, after --')
    .option('--trust', 'let the folder run its own code from now on')
    .action(async (kind: string, name: string, args: readonly string[], options: Pick<BlueprintOptions, 'trust'>) => {
      const { runPluginInFront } = await import('./run-plugin.ts')
      process.exitCode = await runPluginInFront({ kind, name, args }, options, processConsole())
    })
  command
    .command('new')
    .description('start your own plugin: a provider in TypeScript, with tests and a build')
    .argument('<dir>', 'the folder to make')
    .option('--id <owner/name>', 'its id (default: my/ and the name of the folder)')
    .option('--no-install', 'only write the files: npm fetches nothing')
    .action(async (folder: string, options: NewOptions) => {
      const { showNewPlugin } = await import('../new/new-plugin.ts')
      await showNewPlugin(folder, options, processConsole())
    })
  definePublishing(command)
  command
    .command('test')
    .description('check that a plugin does what every plugin must')
    .argument(
      '<path>',
      'the executable, its version folder, a plugin directory with one plugin, or a source that defines resources',
    )
    .option('--json', 'machine-readable output')
    .option('--deadline <ms>', 'time to register', '15000')
    .option('--exercises <file>', 'resources to make, read, change and destroy for real')
    .option('--faults', 'also send requests byte by byte, cut connections short, and send garbage')
    .option('--watch', 'build and test it again whenever a file of its project changes')
    .option(
      '--build <command>',
      'with --watch: the command that builds it (default: npm run build, if package.json has it)',
    )
    .action(async (path: string, options: TestOptions) => {
      if (options.watch === true || options.build !== undefined) {
        const { watchPluginAt } = await import('./watch-plugin.ts')
        return await watchPluginAt(path, options, processConsole())
      }
      const { testPluginAt } = await import('./test-plugin.ts')
      process.exitCode = await testPluginAt(path, options, processConsole())
    })
}
