import { Option, type Command } from 'commander'
import { processConsole } from '../console/console.ts'
import type { DrainOptions, LogsOptions, RunOptions, ScheduleOptions, StoreOptions } from './options.ts'
import { count } from '../requests/options.ts'

const change = () => import('./change-node.ts')
const look = () => import('./look-at-node.ts')

const idOfManifest = 'its id from its manifest'

export function define(command: Command): void {
  withStore(command.command('run').description('run the preparer of this machine until it is stopped'))
    .option('--name <name>', "the node's name (default: the host's)")
    .option('--policy <file>', 'the policy file (default: everything may run)')
    .option('--audit-rows <n>', 'number of hook runs in the log of this node', count, 10_000)
    .option('--accept-intent', 'use the store even if the node knows another one')
    .action(async (options: RunOptions) => (await import('./run-node.ts')).run(options, processConsole()))
  placed(command.command('schedule').description('schedule a pod or a hook'), '<manifests...>', 'their files').action(
    async (files: readonly string[], options: ScheduleOptions) =>
      (await change()).scheduleAll(files, options, processConsole()),
  )
  placed(
    command.command('unschedule').description('remove a pod or a hook from the schedule'),
    '<id>',
    idOfManifest,
  ).action(async (id: string, options: ScheduleOptions) =>
    (await change()).unscheduleOne(id, options, processConsole()),
  )
  lists(command.command('status').description('show what runs on the nodes, and the result of the last intent'))
    .option('--watch', 'show each change, until Ctrl-C')
    .action(async ({ watch, ...options }: StoreOptions & { readonly watch?: boolean }) =>
      watch === true
        ? (await import('./watch-node.ts')).watchNodes(options, processConsole())
        : (await look()).showStatus(options, processConsole()),
    )
  lists(command.command('pods').description('the pods of the nodes')).action(async (options: StoreOptions) =>
    (await look()).showStatus(options, processConsole(), 'pod'),
  )
  defineHooks(command)
  defineUpkeep(command)
}

function defineHooks(command: Command): void {
  const hooks = command.command('hooks').description('the hooks of the nodes: list (also without a word), log, resume')
  lists(hooks).action(listHooks)
  defineResume(hooks)
  lists(hooks.command('list').description('the hooks of the nodes')).action(listHooks)
  lists(hooks.command('log').description('the runs of hooks, oldest first'))
    .option('--lines <n>', 'the last ones only', count)
    .action(async (_: StoreOptions, of: Command) =>
      (await look()).showHookLog(of.optsWithGlobals<StoreOptions & { readonly lines?: number }>(), processConsole()),
    )
}

function defineResume(hooks: Command): void {
  withStore(hooks.command('resume').description('resume a suspended hook').argument('<hook>', idOfManifest)).action(
    async (id: string, _: StoreOptions, of: Command) =>
      (await change()).resumeOne(id, of.optsWithGlobals<StoreOptions>(), processConsole()),
  )
}

async function listHooks(_: StoreOptions, command: Command): Promise<void> {
  await (await look()).showStatus(command.optsWithGlobals<StoreOptions>(), processConsole(), 'hook')
}

function defineUpkeep(command: Command): void {
  lists(command.command('logs').description('show the output of a pod of this machine').argument('<pod>', idOfManifest))
    .option('--lines <n>', 'only the last lines of each launchable', count, 200)
    .action(async (id: string, options: LogsOptions) => (await look()).showLogs(id, options, processConsole()))
  withStore(command.command('rollback').description('schedule what ran before').argument('<pod>', idOfManifest))
    .option('--node <name>', 'on this node only')
    .action(async (id: string, options: ScheduleOptions) => (await change()).rollBackOne(id, options, processConsole()))
  withStore(command.command('drain').description('remove all pods from a node, and keep its schedule'))
    .option('--node <name>', 'node to drain (default: the node of the root)')
    .option('--undo', 'let the node run its scheduled pods again')
    .action(async (options: DrainOptions) => (await change()).drainOne(options, processConsole()))
  command
    .command('sign')
    .description('print a manifest with its signature, or digest and signature of an archive')
    .argument('<file>', 'a manifest, or a .tar.gz')
    .requiredOption('--key <file>', 'a private key of Ed25519, in PEM')
    .action(async (file: string, { key }: { readonly key: string }) =>
      (await change()).printSigned(file, key, processConsole()),
    )
}

function withStore(command: Command): Command {
  return command
    .option('--root <folder>', 'where the node keeps its pods (default: in the XDG state folder)')
    .option('--store <url>', 'etcd://HOST:PORT, redis://…, sqlite:PATH (default: in the root)')
}

function placed(command: Command, argument: string, about: string): Command {
  return withStore(command.argument(argument, about))
    .option('--node <name>', 'on this node only (default: every node, also later ones)')
    .addOption(new Option('--hook', 'a hook, on every node').conflicts('node'))
}

function lists(command: Command): Command {
  return withStore(command).option('--json', 'machine-readable output on stdout')
}
