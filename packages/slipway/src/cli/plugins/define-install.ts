import type { Command } from 'commander'
import { descriptorGrammar } from '@slipway/installer/grammar'
import { processConsole } from '../console/console.ts'
import { addBlueprintOptions } from '../requests/options.ts'
import type { InstallOptions } from './show-install.ts'

const frozen = 'change nothing in slipway.lock: exit with 3 if that is not possible'
const offline = 'use only data on this machine, or in a mirror that is a folder'

/** Gives `slipway plugin` its commands that install, change and remove plugins. */
export function defineInstalling(plugin: Command): void {
  const install = plugin
    .command('install')
    .description('install plugins from any source')
    .argument('<descriptors...>', 'which plugins: see below')
    .option('--as <provider|transformer:id@version>', 'its descriptor, if its content has none')
    .option('--exact', 'exactly this version, even if a higher one is there')
    .option('--frozen', frozen)
    .option('--offline', offline)
    .option('--download-only', 'do not install its dependencies: Slipway then does not launch it')
    .addHelpText('after', grammarText)
  addBlueprintOptions(install, ['json', 'set']).action(
    async (descriptors: readonly string[], options: InstallOptions) => {
      const { showInstall } = await import('./show-install.ts')
      process.exitCode = await showInstall({ descriptors }, options, processConsole())
    },
  )
  const update = plugin
    .command('update')
    .description('choose new versions for a project, and rewrite slipway.lock')
    .argument('[names...]', 'their names in slipway.lock, or only the ends (default: all)')
    .option('--frozen', frozen)
    .option('--offline', offline)
  addBlueprintOptions(update, ['json', 'trust', 'set']).action(
    async (names: readonly string[], options: InstallOptions) => {
      const { showInstall } = await import('./show-install.ts')
      process.exitCode = await showInstall({ update: names }, options, processConsole())
    },
  )
}

/** `slipway install` */
export function defineProjectInstall(command: Command): void {
  command
    .argument('[blueprint]', 'file, or folder with one blueprint or a program')
    .option('--frozen', frozen)
    .option('--offline', offline)
  addBlueprintOptions(command, ['json', 'trust', 'instance', 'stack', 'set']).action(
    async (file: string | undefined, options: InstallOptions) => {
      const { showInstall } = await import('./show-install.ts')
      process.exitCode = await showInstall({ file }, options, processConsole())
    },
  )
}

/** The forms of a descriptor, for the help. */
function grammarText(): string {
  const width = Math.max(...descriptorGrammar.map(({ form }) => form.length))
  const rows = descriptorGrammar.map(
    ({ form, example, meaning }) => `  ${form.padEnd(width)}  ${meaning}\n  ${' '.repeat(width)}  ${example}`,
  )
  return `\nDescriptors:\n${rows.join('\n')}\n`
}
