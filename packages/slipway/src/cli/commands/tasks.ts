import type { Command } from 'commander'
import type { TaskCommandOptions } from '../../tasks/commands.ts'
import { processConsole } from '../console.ts'

export function define(command: Command): void {
  command
    .command('order')
    .description('the order in which the tasks of these plugins run, and what decided it')
    .argument('[directories...]', 'task plugins (default: those of the project)')
    .option('--json', 'machine-readable output')
    .action(async (directories: readonly string[], options: TaskCommandOptions) => {
      const console = processConsole()
      const { tasksOrder } = await import('../../tasks/commands.ts')
      process.exitCode = tasksOrder(await pluginsOr(directories), options, console)
    })
  command
    .command('check')
    .description('everything that is wrong with task plugins')
    .argument('[directories...]', 'task plugins (default: those of the project)')
    .option('--json', 'machine-readable output')
    .action(async (directories: readonly string[], options: TaskCommandOptions) => {
      const console = processConsole()
      const { tasksCheck } = await import('../../tasks/commands.ts')
      process.exitCode = tasksCheck(await pluginsOr(directories), options, console)
    })
}

/** Those that are named, or those beside the blueprint and in the settings. */
async function pluginsOr(directories: readonly string[]): Promise<readonly string[]> {
  if (directories.length > 0) return directories
  const [{ projectFor }, { taskDirectories }] = await Promise.all([
    import('../with-engine.ts'),
    import('../../tasks/find-plugins.ts'),
  ])
  const { places, settings } = await projectFor(processConsole(), undefined, { set: [] }, true)
  return taskDirectories(places.project, settings)
}
