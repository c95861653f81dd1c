import { Failure } from '@slipway/model'
import { Option, type Command } from 'commander'
import { processConsole } from '../console/console.ts'
import { addBlueprintOptions, usage, type BlueprintOptions } from '../requests/options.ts'

interface ReconcileOptions extends BlueprintOptions {
  readonly accept?: boolean
  readonly reapply?: boolean
  readonly forget?: boolean
  readonly out?: string
}

export function define(command: Command): void {
  command
    .argument('<resource>', 'name of a resource that was changed outside')
    .argument('[blueprint]', 'file, or folder with one blueprint')
    .addOption(new Option('--accept', 'record its real properties, and show them as blueprint text'))
    .addOption(new Option('--reapply', 'change it back to the properties in the blueprint'))
    .addOption(new Option('--forget', 'forget it; the resource itself stays unchanged'))
    .addOption(new Option('--out <file>', 'with --accept: write the resource as blueprint text to this file'))
  const shown = [
    'json',
    'trust',
    'yes',
    'var',
    'varFile',
    'instance',
    'stack',
    'wait',
    'set',
    'showSecrets',
    'parallel',
  ] as const
  addBlueprintOptions(command, shown).action(reconcile)
}

async function reconcile(resource: string, file: string | undefined, options: ReconcileOptions): Promise<void> {
  const { accept = false, reapply = false, forget = false, out } = options
  const ways = [accept, reapply, forget].filter(Boolean).length
  if (ways !== 1) throw usage(`${ways === 0 ? 'say' : 'give only'} one of --accept, --reapply and --forget`)
  if (out !== undefined && !accept) throw usage('--out needs --accept')
  if (options.target.length + options.exclude.length > 0)
    throw usage('reconcile works on one resource: leave out --target and --exclude')
  const how = await import('./reconcile.ts')
  const console = processConsole()
  if (reapply && options.yes !== true && !console.canAsk)
    throw new Failure(
      'cli/needs-yes',
      'reconcile --reapply changes things, but Slipway cannot ask for confirmation here',
      {
        hint: `slipway reconcile ${resource} --reapply --yes goes ahead; slipway plan --refresh shows what would happen`,
      },
    )
  if (accept) process.exitCode = await how.accept(console, resource, file, options)
  else if (reapply) process.exitCode = await how.reapply(console, resource, file, options)
  else {
    const { forget: forgotten } = await import('../state/by-hand.ts')
    process.exitCode = await forgotten(console, resource, file, options)
  }
}
