import type { Command } from 'commander'
import { processConsole } from '../console/console.ts'
import type { WireOptions } from './show-wire.ts'
import { addBlueprintOptions, type BlueprintOptions, type OptionName } from '../requests/options.ts'

/** The output is for people, and always complete. */
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
    .description('show what a run recorded, in order of time')
    .argument('[blueprint]', 'file, or folder with one blueprint')
    .option('--run <id>', 'id of the run, or its beginning (default: the newest)')
  addBlueprintOptions(journal, ['instance', 'stack']).action(
    async (file: string | undefined, options: BlueprintOptions & { readonly run?: string }) => {
      const { showJournal } = await import('./show-journal.ts')
      await showJournal(file, options, processConsole())
    },
  )
  command
    .command('wire')
    .description('run a command of slipway, then show the plugin calls that it made, decoded')
    .argument('<command...>', 'after --: up --yes')
    .option('--plugin <id>', 'only calls of this plugin')
    .option('--out <file>', 'write them to a file instead, one line of JSON each')
    .action(async (args: readonly string[], options: WireOptions) => {
      const { showWire } = await import('./show-wire.ts')
      process.exitCode = await showWire(args, options, processConsole())
    })
  const plan = command
    .command('plan')
    .description('explain a plan: records, differences, order')
    .argument('[blueprint]', 'file, or folder with one blueprint')
    .option('--only <resource...>', 'only these resources')
  addBlueprintOptions(plan, reasonOptions).action(
    async (file: string | undefined, options: BlueprintOptions & { readonly only?: readonly string[] }) => {
      const { showReasons } = await import('./show-reasons.ts')
      await showReasons(file, options, processConsole())
    },
  )
}
