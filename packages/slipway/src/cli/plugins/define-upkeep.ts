import type { Command } from 'commander'
import { processConsole } from '../console/console.ts'
import { addBlueprintOptions } from '../requests/options.ts'
import type { UpkeepOptions } from './show-upkeep.ts'

/** Gives `slipway plugin` its commands for installed plugins. */
export function defineUpkeep(plugin: Command): void {
  const verify = plugin
    .command('verify')
    .description('check that the files of installed plugins are unchanged')
    .argument('[names...]', 'ids, each also with @version (default: all that Slipway has installed)')
  addBlueprintOptions(verify, ['json', 'set']).action(async (names: readonly string[], options: UpkeepOptions) => {
    const { showVerified } = await import('./show-upkeep.ts')
    process.exitCode = await showVerified(names, options, processConsole())
  })
  const remove = plugin
    .command('remove')
    .description('remove plugins that Slipway has installed')
    .argument('<names...>', 'ids, each also with @version')
  addBlueprintOptions(remove, ['json', 'set']).action(async (names: readonly string[], options: UpkeepOptions) => {
    const { showRemoved } = await import('./show-upkeep.ts')
    await showRemoved(names, options, processConsole())
  })
  const outdated = plugin
    .command('outdated')
    .description("list the project's plugins that have a newer version")
    .option('--offline', 'use only data on this machine')
  addBlueprintOptions(outdated, ['json', 'set']).action(async (options: UpkeepOptions) => {
    const { showOutdated } = await import('./show-upkeep.ts')
    process.exitCode = await showOutdated(options, processConsole())
  })
  const why = plugin
    .command('why')
    .description('show why a plugin is installed: the project and plugins that need it')
    .argument('<names...>', 'ids, each also with @version')
  addBlueprintOptions(why, ['json', 'set']).action(async (names: readonly string[], options: UpkeepOptions) => {
    const { showReasons } = await import('./show-upkeep.ts')
    await showReasons(names, options, processConsole())
  })
  const prune = plugin
    .command('prune')
    .description('remove downloads that no installed plugin needs')
    .option('--dry-run', 'only show what would be removed')
  addBlueprintOptions(prune, ['json', 'set']).action(async (options: UpkeepOptions) => {
    const { showPruned } = await import('./show-upkeep.ts')
    await showPruned(options, processConsole())
  })
}
