import { Option, type Command } from 'commander'
import { processConsole, type Console } from '../console/console.ts'
import { exitCodes } from '../console/exit-codes.ts'
import type { ShareOptions } from './share.ts'
import { defineKey, kindOfKey } from './define-state-key.ts'
import { addBlueprintOptions, type BlueprintOptions, type OptionName } from '../requests/options.ts'

/** The subject of a command: the argument, and the help's words for it. */
type About = readonly [argument: string, help: string]

const ofResourceOrAll: About = ['[resource]', 'its name in state list (default: everything in --instance)']
const ofResourceOrId: About = ['<resource>', 'its name, or its id if several have the name']
const ofExport: About = [
  '<file>',
  'a file from slipway state export or pulumi stack export, or a terraform.tfstate of Terraform or OpenTofu',
]
const ofCopy: About = ['<file>', 'the copy']

const ofOldForm = (): Option =>
  new Option('--old-form', 'accept secrets from Slipway 0.1.0, which are not bound to their place')

type File = string | undefined
/** Runs the command. Resolves to an exit code, unless it always succeeds. */
type Run = (console: Console, file: File, options: BlueprintOptions) => Promise<number | void>
type RunOn = (console: Console, what: string, file: File, options: BlueprintOptions) => Promise<number | void>

const look = () => import('./look.ts')
const byHand = () => import('./by-hand.ts')
const upkeep = () => import('./upkeep.ts')

export function define(command: Command): void {
  add(
    command,
    'list',
    'list resources with their status',
    ['json', 'instance', 'stack'],
    async () => (await look()).showList,
  )
  const shown = ['json', 'instance', 'stack', 'showSecrets'] as const
  addOn(
    command,
    'show',
    ofResourceOrId,
    'show one resource with its properties',
    shown,
    async () => (await look()).showRecord,
  )
  const locked = ['yes', 'instance', 'stack', 'wait'] as const
  defineTransfer(command)
  const forgets = 'forget a resource without destroying it'
  addOn(command, 'rm', ofResourceOrId, forgets, locked, async () => (await byHand()).forget)
  const renames = 'rename a resource in the state, as in the blueprint; the resource itself stays unchanged'
  const named = command.command('mv').description(renames).argument('<resource>', 'its current name')
  const moved = withFile(named.argument('<name>', 'its name in the blueprint or program'))
  addBlueprintOptions(moved, ['instance', 'stack', 'wait']).action(
    async (from: string, to: string, file: File, options: BlueprintOptions) =>
      (await byHand()).rename(processConsole(), [from, to], file, options),
  )
  const byLock = ['instance', 'stack', 'wait'] as const
  const protects = 'keep a resource from being destroyed or replaced; without one, all of --instance'
  addOn(command, 'protect', ofResourceOrAll, protects, byLock, async () => (await byHand()).protect)
  const lifts = 'let a protected resource be destroyed and replaced again; without one, all of --instance'
  addOn(command, 'unprotect', ofResourceOrAll, lifts, byLock, async () => (await byHand()).unprotect)
  const unlocks = 'remove the lock of another run'
  add(command, 'unlock', unlocks, ['yes', 'instance', 'stack'], async () => (await byHand()).unlock)
  const copies = 'copy the whole state into a file, even while it is being changed'
  addOn(command, 'backup', ofCopy, copies, [], async () => (await upkeep()).backUp)
  const restores = 'replace the state with a backup; the old state is kept'
  addOn(command, 'restore', ofCopy, restores, ['yes'], async () => (await upkeep()).restore, ofOldForm())
  const moves = 'move the whole state: from a folder into PostgreSQL, or back'
  const there: About = ['<to>', 'a folder, or postgres://user@host/database']
  addOn(command, 'move', there, moves, ['yes'], async () => (await import('./move.ts')).move)
  const shares = 'let the members of a group on this machine use the state of a folder'
  const shared = withFile(command.command('share').description(shares))
    .requiredOption('--group <name>', 'a group that you are a member of')
    .option('--remove', 'stop sharing the state')
  addBlueprintOptions(shared, []).action(async (file: File, options: ShareOptions) =>
    (await import('./share.ts')).share(processConsole(), file, options),
  )
  const accepts = 'continue with the rest after records were lost'
  add(command, 'accept', accepts, ['yes'], async () => (await upkeep()).accept)
  defineKey(command)
  const seals = 'the same as slipway state key rotate'
  add(command, 'rekey', seals, ['yes'], async () => (await import('./keys.ts')).rotate, kindOfKey())
}

/** Defines the commands that exchange states with other engines. */
function defineTransfer(command: Command): void {
  const secrets = ['instance', 'stack', 'showSecrets'] as const
  const formats = ['slipway', 'pulumi', 'terraform']
  const format = new Option('--format <format>', 'the tool that the state is for').choices(formats)
  const becomes = new Option('--to <format>', 'the same as --format').choices(formats).conflicts('format')
  const project = new Option('--project <name>', 'name of the project in Pulumi')
  const exported = 'export the whole instance as JSON'
  add(command, 'export', exported, secrets, async () => (await look()).printExport, becomes, format, project)
  const locked = ['json', 'yes', 'instance', 'stack', 'wait'] as const
  addOn(
    command,
    'import',
    ofExport,
    'import an exported instance from a file',
    locked,
    async () => (await byHand()).takeIn,
    format,
    ofOldForm(),
  )
}

/** `load` imports the code only when the command runs. */
function add(
  parent: Command,
  name: string,
  about: string,
  shown: readonly OptionName[],
  load: () => Promise<Run>,
  ...more: readonly Option[]
): void {
  const command = withFile(parent.command(name).description(about))
  for (const option of more) command.addOption(option)
  addBlueprintOptions(command, shown).action(async (file: File, options: BlueprintOptions) => {
    const run = await load()
    process.exitCode = (await run(processConsole(), file, options)) ?? exitCodes.ok
  })
}

/** Adds a command whose first argument is its subject. */
function addOn(
  parent: Command,
  name: string,
  [what, help]: About,
  about: string,
  shown: readonly OptionName[],
  load: () => Promise<RunOn>,
  ...more: readonly Option[]
): void {
  const command = withFile(parent.command(name).description(about).argument(what, help))
  for (const option of more) command.addOption(option)
  addBlueprintOptions(command, shown).action(async (given: string, file: File, options: BlueprintOptions) => {
    const run = await load()
    process.exitCode = (await run(processConsole(), given, file, options)) ?? exitCodes.ok
  })
}

function withFile(command: Command): Command {
  return command.argument('[blueprint]', 'file, or folder with one blueprint')
}
