import { Option, type Command } from 'commander'
import { processConsole } from '../console.ts'
import type { RunOptions, ScheduleOptions, StoreOptions } from '../node/options.ts'
import { count } from '../options.ts'

const change = () => import('../node/change-node.ts')
const look = () => import('../node/look-at-node.ts')

export function define(command: Command): void {
  withStore(command.command('run').description('the preparer of this machine, until it is told to end'))
    .option('--name <name>', "the node's name (default: the host's)")
    .option('--accept-intent', 'follow the store also when it is not the one that the node knows')
    .action(async (options: RunOptions) => (await import('../node/run-node.ts')).run(options, processConsole()))
  placed(command.command('schedule').description('say what should run'), '<manifests...>').action(
    async (files: readonly string[], options: ScheduleOptions) =>
      (await change()).scheduleAll(files, options, processConsole()),
  )
  placed(command.command('unschedule').description('say that it should not run any more'), '<id>').action(
    async (id: string, options: ScheduleOptions) => (await change()).unscheduleOne(id, options, processConsole()),
  )
  lists(command.command('status').description('what runs on the nodes, and what became of the last intent')).action(
    async (options: StoreOptions) => (await look()).showStatus(options, processConsole()),
  )
  const hooks = command.command('hooks').description('log: the runs of hooks, oldest first')
  lists(hooks.command('log').description('the runs of hooks, oldest first'))
    .option('--lines <n>', 'the last ones only', count)
    .action(async (options: StoreOptions & { readonly lines?: number }) =>
      (await look()).showHookLog(options, processConsole()),
    )
}

function withStore(command: Command): Command {
  return command
    .option('--root <folder>', 'where the node keeps its pods (default: in the XDG state folder)')
    .option('--store <url>', 'etcd://HOST:PORT, redis://…, sqlite:PATH (default: in the root)')
}

function placed(command: Command, argument: string): Command {
  return withStore(command.argument(argument))
    .option('--node <name>', 'on this node only (default: every node, also one that joins later)')
    .addOption(new Option('--hook', 'a hook, which is on every node').conflicts('node'))
}

function lists(command: Command): Command {
  return withStore(command).option('--json', 'machine-readable output on stdout')
}
