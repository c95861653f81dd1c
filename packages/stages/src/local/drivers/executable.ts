import { resolve } from 'node:path'
import { shellWord } from '@slipway/model'
import type { TaskCall, TaskType } from '../../index.ts'
import { runProcess } from '../run-process.ts'
import { withInput } from '../task-input.ts'
import { parametersText } from './parameters-text.ts'
import { textParameter, timeoutMs, type TaskDriver } from './task-driver.ts'

/**
 * Runs the tasks of a type that a plugin brings: its executable, in the directory of the plugin that has the task, with the parameters that
 * the type declares on its standard input. Empty for types without an executable.
 */
export function executableDriver(type: TaskType): readonly TaskDriver[] {
  const { origin } = type
  if (origin === undefined) return []
  const command = `exec ${shellWord(resolve(origin.directory, origin.run))}`
  const run: TaskDriver['run'] = (call, env) =>
    withInput(declaredParameters(type, call), (input) =>
      runProcess({
        command,
        cwd: resolve(call.directory, textParameter(call, 'cwd') ?? '.'),
        env,
        input,
        timeoutMs: timeoutMs(call),
        signal: call.signal,
      }),
    )
  return [{ type, run }]
}

/** The declared parameters as text. Others have not been checked, and are not passed on. */
function declaredParameters(type: TaskType, { task }: TaskCall): string {
  const declared = Object.entries(task.parameters).filter(([name]) => Object.hasOwn(type.parameters, name))
  return `${parametersText(Object.fromEntries(declared))}\n`
}
