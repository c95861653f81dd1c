import { Option, type Command } from 'commander'
import { processConsole, type Console } from '../console.ts'
import { exitCodes } from '../exit-codes.ts'
import type { ShareOptions } from '../state/share.ts'
import { defineKey, kindOfKey } from './state-key.ts'
import { addBlueprintOptions, type BlueprintOptions, type OptionName } from '../options.ts'

/** The subject of a command: the argument, and the help's words for it. */
type About = readonly [argument: string, help: string]

const ofResourceOrAll: About = [
  '[resource]',
  'its name, as state list shows it; left out: all of the instance that --instance names',
]
const ofResourceOrId: About = ['<resource>', 'its name, or its id where several have that']
const ofExport: About = ['<file>', 'what slipway state export has written, or pulumi stack export']
const ofCopy: About = ['<file>', 'the copy']

const ofOldForm = (): Option =>
  new Option('--old-form', 'take secrets as Slipway 0.1.0 wrote them, which are not bound to their place')

type File = string | undefined
/** Resolves to an exit code, unless it can only go well. */
type Run = (console: Console, file: File, options: BlueprintOptions) => Promise<number | void>
type RunOn = (console: Console, what: string, file: File, options: BlueprintOptions) => Promise<number | void>

const look = () => import('../state/look.ts')
const byHand = () => import('../state/by-hand.ts')
const upkeep = () => import('../state/upkeep.ts')

export function define(command: Command): void {
  add(
    command,
    'list',
    'resources, and how they are',
    ['json', 'instance', 'stack'],
    async () => (await look()).showList,
  )
  const shown = ['json', 'instance', 'stack', 'showSecrets'] as const
  addOn(
    command,
    'show',
    ofResourceOrId,
    'one resource, with its properties',
    shown,
    async () => (await look()).showRecord,
  )
  const secrets = ['instance', 'stack', 'showSecrets'] as const
  const format = new Option('--format <format>', 'whose state it is').choices(['slipway', 'pulumi'])
  const project = new Option('--project <name>', 'under which Pulumi is to know it')
  const exported = 'the whole instance as JSON'
  add(command, 'export', exported, secrets, async () => (await look()).printExport, format, project)
  const locked = ['yes', 'instance', 'stack', 'wait'] as const
  addOn(
    command,
    'import',
    ofExport,
    'an exported instance, from a file',
    locked,
    async () => (await byHand()).takeIn,
    format,
    ofOldForm(),
  )
  const forgets = 'forget a resource without destroying it'
  addOn(command, 'rm', ofResourceOrId, forgets, locked, async () => (await byHand()).forget)
  const renames = 'rename a resource in the state, as in the blueprint; the thing itself is not touched'
  const named = command.command('mv').description(renames).argument('<resource>', 'what it is called now')
  const moved = withFile(named.argument('<name>', 'what the blueprint or program calls it'))
  addBlueprintOptions(moved, ['instance', 'stack', 'wait']).action(
    async (from: string, to: string, file: File, options: BlueprintOptions) =>
      (await byHand()).rename(processConsole(), [from, to], file, options),
  )
  const byLock = ['instance', 'stack', 'wait'] as const
  const protects = 'keep a resource from being destroyed or replaced; without one, all of --instance'
  addOn(command, 'protect', ofResourceOrAll, protects, byLock, async () => (await byHand()).protect)
  const lifts = 'let a protected resource be destroyed and replaced again; without one, all of --instance'
  addOn(command, 'unprotect', ofResourceOrAll, lifts, byLock, async () => (await byHand()).unprotect)
  const unlocks = 'take the lock from whoever holds it'
  add(command, 'unlock', unlocks, ['yes', 'instance', 'stack'], async () => (await byHand()).unlock)
  const copies = 'copy the whole state into a file, even while it is being changed'
  addOn(command, 'backup', ofCopy, copies, [], async () => (await upkeep()).backUp)
  const restores = 'replace the state with a backup; the old state is kept'
  addOn(command, 'restore', ofCopy, restores, ['yes'], async () => (await upkeep()).restore, ofOldForm())
  const moves = 'move the whole state: from a folder into PostgreSQL, or back'
  const there: About = ['<to>', 'a folder, or postgres://user@host/database']
  addOn(command, 'move', there, moves, ['yes'], async () => (await import('../state/move.ts')).move)
  const shares = 'let the members of a group on this machine use the state of a folder'
  const shared = withFile(command.command('share').description(shares))
    .requiredOption('--group <name>', 'of which you are a member')
    .option('--remove', 'keep it for yourself again')
  addBlueprintOptions(shared, []).action(async (file: File, options: ShareOptions) =>
    (await import('../state/share.ts')).share(processConsole(), file, options),
  )
  const accepts = 'go on with what is there, although something that was recorded is lost'
  add(command, 'accept', accepts, ['yes'], async () => (await upkeep()).accept)
  defineKey(command)
  const seals = 'the same as slipway state key rotate'
  add(command, 'rekey', seals, ['yes'], async () => (await import('../state/keys.ts')).rotate, kindOfKey())
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

/** The same for a command that is about something, which comes first. */
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
