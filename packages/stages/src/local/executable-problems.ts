import { accessSync, constants, realpathSync, statSync } from 'node:fs'
import { resolve, sep } from 'node:path'
import { runPathProblem, type TaskType, type TypeOrigin } from '../index.ts'
import { messageOf, type Diagnostic } from '@slipway/model'

/** The reasons why executables of types cannot be run. The reader has already reported problems that show in the paths alone. */
export function executableProblems(
  types: readonly TaskType[],
  safety: (path: string) => string | undefined,
): readonly Diagnostic[] {
  return types.flatMap(({ name, origin }): Diagnostic[] => {
    if (origin === undefined || runPathProblem(origin.run) !== undefined) return []
    const problem = problemOf(origin, safety)
    if (problem === undefined) return []
    const { file, range } = origin.runLocation
    const about = { message: `the executable of the task type "${name}" ${problem.message}`, hint: problem.hint }
    return [{ code: 'tasks/bad-run', severity: 'error', ...about, path: `task_types.${name}.run`, file, range }]
  })
}

interface Problem {
  readonly message: string
  readonly hint: string
}

function problemOf(origin: TypeOrigin, safety: (path: string) => string | undefined): Problem | undefined {
  const path = resolve(origin.directory, origin.run)
  try {
    const real = realpathSync(path)
    if (!real.startsWith(`${realpathSync(origin.directory)}${sep}`)) {
      return { message: `is outside its plugin: ${path} is ${real}`, hint: 'put the file itself into the plugin' }
    }
    if (!statSync(real).isFile())
      return { message: `is not a file: ${path}`, hint: 'write the path of an executable file' }
    const unsafe = safety(real)
    if (unsafe !== undefined)
      return {
        message: `is not run: ${unsafe}`,
        hint: 'run chmod go-w to keep others out; do not run a file of another user',
      }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return { message: `is missing: there is no ${path}`, hint: 'paths begin at the directory of the plugin' }
    }
    return { message: `cannot be reached: ${messageOf(error)}`, hint: 'write the path of an executable file' }
  }
  return isExecutable(path) ? undefined : { message: `cannot be executed: ${path}`, hint: `chmod +x ${path}` }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
