import { Option, type Command } from 'commander'
import { processConsole } from '../console/console.ts'
import { addBlueprintOptions, instanceOptions, type BlueprintOptions } from '../requests/options.ts'
import type { TaskCommandOptions } from './show-tasks.ts'

/** The same names as in @slipway/stages; the help works without that package. */
const stageNames = ['pre_deployment', 'post_deployment'] as const

export function define(command: Command): void {
  command
    .command('order')
    .description('show the order of the tasks of these plugins, with reasons')
    .argument('[directories...]', 'task plugins (default: those of the project)')
    .option('--json', 'machine-readable output')
    .action(async (directories: readonly string[], options: TaskCommandOptions) => {
      const { showOrder } = await import('./show-tasks.ts')
      await showOrder(directories, options, processConsole())
    })
  command
    .command('check')
    .description('list all mistakes in task plugins')
    .argument('[directories...]', 'task plugins (default: those of the project)')
    .option('--json', 'machine-readable output')
    .action(async (directories: readonly string[], options: TaskCommandOptions) => {
      const { showProblems } = await import('./show-tasks.ts')
      process.exitCode = await showProblems(directories, options, processConsole())
    })
  const run = command
    .command('run')
    .description('run the stage tasks of a project, and touch no resource')
    .argument('[blueprint]', 'file, or folder with one blueprint')
    .addOption(new Option('--stage <stage>', 'only this one (default: both)').choices(stageNames))
  addBlueprintOptions(run, [
    'yes',
    'json',
    'trust',
    'var',
    'varFile',
    'instance',
    ...instanceOptions,
    'verbose',
    'wait',
    'set',
  ]).action(runTasks)
}

async function runTasks(
  file: string | undefined,
  options: BlueprintOptions & { readonly stage?: (typeof stageNames)[number] },
): Promise<void> {
  const console = processConsole()
  const [{ runChange }, { blueprintRequest, instanceWish }] = await Promise.all([
    import('../change/run-change.ts'),
    import('../requests/requests.ts'),
  ])
  process.exitCode = await runChange(console, options, async (slipway, wish, observe) => {
    const operation = await import('@slipway/operations/change/run-tasks')
    const asked = { ...blueprintRequest(file, options, console), ...instanceWish(options, console), ...wish }
    return operation.runTasks(slipway, { ...asked, stage: options.stage }, observe)
  })
}
