import type { Command } from 'commander'
import { processConsole } from '../console/console.ts'
import { addBlueprintOptions } from '../requests/options.ts'
import type { PackageOptions, PublishOptions } from './show-packages.ts'

const source = 'random, random@4.19.0, a folder, or any other descriptor of slipway plugin install'
const parameters = 'parameters that make the plugin serve another package; after -- if one begins with a dash'
const frozen = 'change nothing in slipway.lock: exit with 3 if that is not possible'
const offline = 'use only data on this machine, or in a mirror that is a folder'

/** `slipway package` */
export function define(command: Command): void {
  const add = command
    .command('add')
    .description('add a package to the project: install its plugin, make and link its SDK')
    .argument('<source>', source)
    .argument('[parameters...]', parameters)
    .option('--no-link', 'write the SDK, and do not call the package manager')
    .option('--frozen', frozen)
    .option('--offline', offline)
  addBlueprintOptions(add, ['json', 'trust', 'set']).action(
    async (name: string, words: readonly string[], options: PackageOptions) => {
      const { showAdded } = await import('./show-packages.ts')
      process.exitCode = await showAdded(name, words, options, processConsole())
    },
  )
  const schema = command
    .command('get-schema')
    .description('print the schema of a package from its plugin')
    .argument('<source>', source)
    .argument('[parameters...]', parameters)
    .option('--frozen', frozen)
    .option('--offline', offline)
  addBlueprintOptions(schema, ['trust', 'set']).action(
    async (name: string, words: readonly string[], options: PackageOptions) => {
      const { showPackageSchema } = await import('./show-packages.ts')
      process.exitCode = await showPackageSchema(name, words, options, processConsole())
    },
  )
  const publish = command
    .command('publish')
    .description('publish the schema of a package and its documentation')
    .argument('<source>', source)
    .argument('[parameters...]', parameters)
    .requiredOption('--to <folder|url>', 'a folder that any web server serves, or the URL of a registry')
    .option('--plugin <descriptor>', 'where others get the plugin from, if the source is a folder of yours')
    .option('--readme <file>', 'the documentation, in Markdown (default: made from the schema)')
    .option('--frozen', frozen)
    .option('--offline', offline)
  addBlueprintOptions(publish, ['json', 'trust', 'set']).action(
    async (name: string, words: readonly string[], options: PublishOptions) => {
      const { showPublished } = await import('./show-packages.ts')
      process.exitCode = await showPublished(name, words, options, processConsole())
    },
  )
  const list = command.command('list').description('list the packages of the project and their SDKs')
  addBlueprintOptions(list, ['json', 'trust', 'set']).action(async (options: PackageOptions) => {
    const { showPackageList } = await import('./show-packages.ts')
    await showPackageList(options, processConsole())
  })
  const remove = command
    .command('remove')
    .description('remove a package and its SDK from the project; its plugin stays installed')
    .argument('<package>', 'its name in slipway package list')
    .option('--no-link', 'do not call the package manager')
  addBlueprintOptions(remove, ['json', 'trust', 'set']).action(async (name: string, options: PackageOptions) => {
    const { showRemovedPackage } = await import('./show-packages.ts')
    process.exitCode = await showRemovedPackage(name, options, processConsole())
  })
}
