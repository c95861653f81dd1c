import type { TaskOutcome, StageTask, TaskType } from '@slipway/stages'
import { executableDriver, localTaskRunner, parametersIn, type TaskDriver } from '@slipway/stages/local'
import { sourceText } from '@slipway/source'
import type { TaskOrder } from '../records/task-order.ts'
import type { PluginFolders } from './plugin-folders.ts'

interface OrderCall {
  readonly node: string
  readonly env: NodeJS.ProcessEnv
  readonly folders: PluginFolders
  readonly signal: AbortSignal
  /** The drivers of this machine run the tasks that none of these does. */
  readonly drivers: readonly TaskDriver[]
}

/** Runs an ordered task, in the folder of its plugin, as a deployment on this machine would. Never rejects. */
export async function runOrder(
  order: TaskOrder,
  { node, env, folders, signal, drivers }: OrderCall,
): Promise<TaskOutcome> {
  try {
    const { executable } = order
    const run = (more: readonly TaskDriver[], directory: string): Promise<TaskOutcome> =>
      localTaskRunner(env, [...drivers, ...more]).run({
        task: taskOf(order),
        node: { name: node, roles: [] },
        directory,
        ...(order.told !== undefined && { told: order.told }),
        signal,
      })
    return await folders.use(order.folder.digest, (directory) =>
      executable === undefined
        ? run([], directory)
        : folders.use(executable.folder.digest, (types) => run(executableDriver(typeOf(order, types)), directory)),
    )
  } catch (error) {
    return { outcome: 'failed', reason: error instanceof Error ? error.message : String(error), output: '', dropped: 0 }
  }
}

const nowhere = { file: 'order', range: sourceText('order', '').range(0, 0) }

/** The deployment has read and checked the task; fields that only its place in an order needs are unknown here. */
function taskOf({ plugin, task, stage, type, parameters }: TaskOrder): StageTask {
  return {
    plugin,
    key: task,
    index: 0,
    stage: stage.startsWith('pre_') ? 'pre_deployment' : 'post_deployment',
    stageText: stage,
    roles: [],
    type,
    parameters: parametersIn(parameters),
    before: [],
    after: [],
    failOnError: true,
    rerun: false,
    location: nowhere,
  }
}

function typeOf({ plugin, type, executable }: TaskOrder, directory: string): TaskType {
  const parameters = (executable?.parameters ?? []).map((name) => [name, { kind: 'any', required: false }] as const)
  const origin = {
    plugin,
    version: '',
    directory,
    run: executable?.run ?? '',
    runLocation: nowhere,
    location: nowhere,
  }
  return { name: type, parameters: Object.fromEntries(parameters), origin }
}
