import type { Command } from 'commander'
import { processConsole } from '../console/console.ts'
import type { MirrorOptions } from './show-mirror.ts'
import type { PackOptions, PublishOptions } from './show-publishing.ts'

const list = (value: string, previous: readonly string[] = []): readonly string[] => [...previous, value]

/** Gives `slipway plugin` its commands for publishing the user's own plugin. */
export function definePublishing(plugin: Command): void {
  const pack = plugin
    .command('pack')
    .description('pack a plugin for each platform, with checksums and a signature')
    .argument('[dir]', 'the folder of the plugin (default: this one)')
    .option('--out <dir>', 'the folder to write (default: release, in that of the plugin)')
  addPackOptions(pack).action(async (dir: string | undefined, options: PackOptions) => {
    const { showPacked } = await import('./show-publishing.ts')
    await showPacked(dir, options, processConsole())
  })
  const publish = plugin
    .command('publish')
    .description('publish a plugin: to npm, to a container registry, or to a folder that any web server serves')
    .argument('[dir]', 'the folder of the plugin (default: this one)')
    .argument('[npm-arguments...]', 'words for npm publish, after --')
    .option('--to <npm|oci:host/repository|dir>', 'where to publish; repeat it for several places', list)
    .option('--packed <dir>', 'archives from slipway plugin pack, instead of packing now')
    .option('--url <url>', 'URL that will serve the folder, for absolute links')
    .option('--allow-dirty', 'publish uncommitted changes')
  addPackOptions(publish).action(
    async (dir: string | undefined, npmArguments: readonly string[], options: PublishOptions) => {
      const { showPublished } = await import('./show-publishing.ts')
      // Without a folder, the first word after -- is for npm.
      const isForNpm = dir?.startsWith('-') === true
      const words = isForNpm ? [dir, ...npmArguments] : npmArguments
      process.exitCode = await showPublished(isForNpm ? undefined : dir, words, options, processConsole())
    },
  )
}

/** Gives `slipway plugin` its command for machines without the network. */
export function defineMirror(plugin: Command): void {
  plugin
    .command('mirror')
    .description('copy the plugins in lock files of projects into a mirror, for machines without a network')
    .argument('<dir|oci:host/repository>', 'the mirror')
    .argument('[projects...]', 'folders with a slipway.lock (default: this one)')
    .option('--platform <os-arch>', 'for which platform (default: that of this machine)', list)
    .option('--verify', 'only check that everything is there and correct')
    .option('--json', 'machine-readable output on stdout')
    .action(async (target: string, projects: readonly string[], options: MirrorOptions) => {
      const { showMirrored } = await import('./show-mirror.ts')
      process.exitCode = await showMirrored(target, projects, options, processConsole())
    })
}

function addPackOptions(command: Command): Command {
  return command
    .option('--as <kind:name@version>', 'its descriptor, if its folder has none: provider:acme/sqlite@1.0.0')
    .option('--platform <os-arch[=path]>', 'platform; with a path: the program or folder for it', list)
    .option('--sign <key>', 'the file of a private key, or the fingerprint of one that gpg has')
    .option('--include <path>', 'pack this file although it looks like a secret', list)
    .option('--json', 'machine-readable output on stdout')
}
