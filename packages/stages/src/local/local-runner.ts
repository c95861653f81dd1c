import type { TaskCall, TaskOutcome, TaskRunner, TaskType } from '../index.ts'
import { messageOf } from '@slipway/model'
import { withInputFile } from './input-file.ts'
import { copyFiles, sync, uploadFile } from './drivers/files.ts'
import { reboot } from './drivers/reboot.ts'
import { puppet, shell } from './drivers/shell.ts'
import type { TaskDriver } from './drivers/task-driver.ts'

/** The types that every Slipway has on this machine. */
const localDrivers: readonly TaskDriver[] = [shell, puppet, reboot, uploadFile, copyFiles, sync]

export const localTypes: readonly TaskType[] = localDrivers.map(({ type }) => type)

/** Runs tasks on this machine. Further drivers add types, such as those of task plugins, or replace a driver. */
export function localTaskRunner(env: NodeJS.ProcessEnv, more: readonly TaskDriver[] = []): TaskRunner {
  const drivers = new Map([...localDrivers, ...more].map((driver) => [driver.type.name, driver]))
  const run = async (call: TaskCall): Promise<TaskOutcome> => {
    const driver = drivers.get(call.task.type)
    try {
      if (driver === undefined) throw new TypeError(`nothing on this node runs tasks of the type ${call.task.type}`)
      return await withInputFile(call.told, (input) => driver.run(call, { ...taskEnvironment(call, env), ...input }))
    } catch (error) {
      const outcome = call.signal.aborted ? 'cancelled' : 'failed'
      return { outcome, reason: messageOf(error), output: '', dropped: 0 }
    }
  }
  return { types: [...drivers.values()].map(({ type }) => type), run }
}

/** Our own environment without the variables of Slipway (such as its passphrase) and of a test runner, plus a few variables about the task. */
function taskEnvironment({ task, node }: TaskCall, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const inherited = Object.entries(env).filter(([name]) => !name.startsWith('SLIPWAY_') && name !== 'NODE_TEST_CONTEXT')
  return {
    ...Object.fromEntries(inherited),
    SLIPWAY_TASK_STAGE: task.stageText,
    SLIPWAY_TASK_PLUGIN: task.plugin,
    SLIPWAY_TASK_NODE: node.name,
    SLIPWAY_TASK_TYPE: task.type,
  }
}
