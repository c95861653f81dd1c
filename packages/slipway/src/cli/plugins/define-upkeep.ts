import type { Command } from 'commander'
import { processConsole } from '../console.ts'
import { addBlueprintOptions } from '../options.ts'
import type { UpkeepOptions } from './show-upkeep.ts'

/** Gives `slipway plugin` its commands for installed plugins. */
export function defineUpkeep(plugin: Command): void {
  const verify = plugin
    .command('verify')
    .description('compare installed plugins, file by file, with what was installed')
    .argument('[names...]', 'ids, each also with @version (default: all that Slipway has installed)')
  addBlueprintOptions(verify, ['json', 'set']).action(async (names: readonly string[], options: UpkeepOptions) => {
    const { showVerified } = await import('./show-upkeep.ts')
    process.exitCode = await showVerified(names, options, processConsole())
  })
  const remove = plugin
    .command('remove')
    .description('take plugins away that Slipway has installed')
    .argument('<names...>', 'ids, each also with @version')
  addBlueprintOptions(remove, ['json', 'set']).action(async (names: readonly string[], options: UpkeepOptions) => {
    const { showRemoved } = await import('./show-upkeep.ts')
    await showRemoved(names, options, processConsole())
  })
  const outdated = plugin
    .command('outdated')
    .description("list the project's plugins of which there is a newer version")
    .option('--offline', 'ask only what is on this machine')
  addBlueprintOptions(outdated, ['json', 'set']).action(async (options: UpkeepOptions) => {
    const { showOutdated } = await import('./show-upkeep.ts')
    process.exitCode = await showOutdated(options, processConsole())
  })
  const why = plugin
    .command('why')
    .description('who needs an installed plugin: the project, and other plugins')
    .argument('<names...>', 'ids, each also with @version')
  addBlueprintOptions(why, ['json', 'set']).action(async (names: readonly string[], options: UpkeepOptions) => {
    const { showReasons } = await import('./show-upkeep.ts')
    await showReasons(names, options, processConsole())
  })
  const prune = plugin
    .command('prune')
    .description('remove downloads that no installed plugin needs')
    .option('--dry-run', 'only say what would be removed')
  addBlueprintOptions(prune, ['json', 'set']).action(async (options: UpkeepOptions) => {
    const { showPruned } = await import('./show-upkeep.ts')
    await showPruned(options, processConsole())
  })
}
