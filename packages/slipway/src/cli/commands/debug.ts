import type { Command } from 'commander'
import { processConsole } from '../console.ts'
import type { WireOptions } from '../debug/show-wire.ts'
import { addBlueprintOptions, type BlueprintOptions, type OptionName } from '../options.ts'

/** It is for people, and always whole. */
const reasonOptions = [
  'trust',
  'var',
  'varFile',
  'instance',
  'stack',
  'parallel',
  'refresh',
  'target',
  'exclude',
  'replace',
  'settle',
  'policyPack',
  'inspectPlugin',
  'attach',
  'set',
] as const satisfies readonly OptionName[]

export function define(command: Command): void {
  const journal = command
    .command('journal')
    .description('what a run wrote down, in order of time')
    .argument('[blueprint]', 'file, or folder with one blueprint')
    .option('--run <id>', 'its id, or the beginning of it (default: the newest)')
  addBlueprintOptions(journal, ['instance', 'stack']).action(
    async (file: string | undefined, options: BlueprintOptions & { readonly run?: string }) => {
      const { showJournal } = await import('../debug/show-journal.ts')
      await showJournal(file, options, processConsole())
    },
  )
  command
    .command('wire')
    .description('run a command of slipway, then show the plugin calls that it made, decoded')
    .argument('<command...>', 'after --: up --yes')
    .option('--plugin <id>', 'of this plugin alone')
    .option('--out <file>', 'write them to a file instead, one line of JSON each')
    .action(async (args: readonly string[], options: WireOptions) => {
      const { showWire } = await import('../debug/show-wire.ts')
      process.exitCode = await showWire(args, options, processConsole())
    })
  const plan = command
    .command('plan')
    .description('why a plan comes out as it does: what is recorded, what differs, what waits for what')
    .argument('[blueprint]', 'file, or folder with one blueprint')
    .option('--only <resource...>', 'of these resources alone')
  addBlueprintOptions(plan, reasonOptions).action(
    async (file: string | undefined, options: BlueprintOptions & { readonly only?: readonly string[] }) => {
      const { showReasons } = await import('../debug/show-reasons.ts')
      await showReasons(file, options, processConsole())
    },
  )
}
