import { Failure } from '@slipway/model'
import { Option, type Command } from 'commander'
import { processConsole } from '../console.ts'
import { addBlueprintOptions, usage, type BlueprintOptions } from '../options.ts'

interface ReconcileOptions extends BlueprintOptions {
  readonly accept?: boolean
  readonly reapply?: boolean
  readonly forget?: boolean
  readonly out?: string
}

export function define(command: Command): void {
  command
    .argument('<resource>', 'name of a resource that is different outside')
    .argument('[blueprint]', 'file, or folder with one blueprint')
    .addOption(new Option('--accept', 'record it as it is, and show what the blueprint would say'))
    .addOption(new Option('--reapply', 'change it back to what the blueprint says'))
    .addOption(new Option('--forget', 'have Slipway forget it; it stays as it is'))
    .addOption(new Option('--out <file>', 'with --accept: file to write what the blueprint would say'))
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
  if (out !== undefined && !accept) throw usage('--out goes with --accept')
  if (options.target.length + options.exclude.length > 0)
    throw usage('reconcile is about one resource: leave out --target and --exclude')
  const how = await import('../reconcile.ts')
  const console = processConsole()
  if (reapply && options.yes !== true && !console.canAsk)
    throw new Failure('cli/needs-yes', 'reconcile --reapply changes things, and nobody can be asked here', {
      hint: `slipway reconcile ${resource} --reapply --yes goes ahead; slipway plan --refresh shows what would happen`,
    })
  if (accept) process.exitCode = await how.accept(console, resource, file, options)
  else if (reapply) process.exitCode = await how.reapply(console, resource, file, options)
  else {
    const { forget: forgotten } = await import('../state/by-hand.ts')
    process.exitCode = await forgotten(console, resource, file, options)
  }
}
