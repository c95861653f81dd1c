import type { Command } from 'commander'
import { processConsole } from '../console.ts'
import type { TaskCommandOptions } from '../show-tasks.ts'

export function define(command: Command): void {
  command
    .command('order')
    .description('the order in which the tasks of these plugins run, and what decided it')
    .argument('[directories...]', 'task plugins (default: those of the project)')
    .option('--json', 'machine-readable output')
    .action(async (directories: readonly string[], options: TaskCommandOptions) => {
      const { showOrder } = await import('../show-tasks.ts')
      await showOrder(directories, options, processConsole())
    })
  command
    .command('check')
    .description('everything that is wrong with task plugins')
    .argument('[directories...]', 'task plugins (default: those of the project)')
    .option('--json', 'machine-readable output')
    .action(async (directories: readonly string[], options: TaskCommandOptions) => {
      const { showProblems } = await import('../show-tasks.ts')
      process.exitCode = await showProblems(directories, options, processConsole())
    })
}
