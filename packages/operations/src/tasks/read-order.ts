import { expressionProblem } from '@slipway/engine'
import type { Diagnostic } from '@slipway/model'
import { orderTasks, readTaskPlugins, type StageTask, type TaskOrder, type TaskType } from '@slipway/stages'
import { resolve } from 'node:path'
import { findProject, type ProjectRequest } from '../project/project.ts'
import type { Slipway } from '../slipway.ts'
import { tellLeftOut } from '../trust/tell-left-out.ts'
import { mayHaveTasks } from './may-have-tasks.ts'
import { ignore } from '../events.ts'
import type { TextFiles } from '@slipway/source/files'
import { namedFiles } from '../trust/project-files.ts'
import { executableProblems, localTypes } from '@slipway/stages/local'
import { findTaskPlugins, taskDirectories } from './find-plugins.ts'

/** An order, with its task types other than Slipway's own. */
export interface ReadOrder extends TaskOrder {
  readonly types: readonly TaskType[]
}

export interface TasksRequest extends ProjectRequest {
  /** Task plugins, or folders with task plugins. Empty: the task plugins beside the blueprint and in the settings. */
  readonly directories?: readonly string[]
}

/** Returns the order of these plugins' tasks, with all their mistakes. */
export async function taskOrder(
  slipway: Slipway,
  { directories = [], ...request }: TasksRequest = {},
  observe = ignore,
): Promise<ReadOrder> {
  if (directories.length > 0) {
    return readOrder(
      directories.map((path) => resolve(slipway.cwd, path)),
      namedFiles,
    )
  }
  const project = await findProject(slipway, request, 'looks')
  tellLeftOut(project, observe)
  const { folders, settings, files } = project
  return readOrder(mayHaveTasks(project) ? taskDirectories(folders.project, settings) : [], files)
}

/** Reads the plugins in the directories and orders their tasks. The order is usable only without errors. */
export function readOrder(directories: readonly string[], files: TextFiles): ReadOrder {
  const found = findTaskPlugins(directories, files)
  const read = readTaskPlugins(found.files, localTypes)
  const order = orderTasks(read.plugins.flatMap(({ plugin }) => plugin ?? []))
  const diagnostics = [
    ...found.diagnostics,
    ...read.plugins.flatMap((one) => one.diagnostics),
    ...read.diagnostics,
    ...executableProblems(read.types, (path) => files.problem(path)),
    ...order.diagnostics,
    ...order.tasks.flatMap(({ task }) => conditionProblem(task) ?? []),
  ]
  return { tasks: order.tasks, types: read.types, diagnostics }
}

/** Checks only the syntax of a condition, because the variables are known only for a specific instance. */
function conditionProblem({ condition }: StageTask): Diagnostic | undefined {
  const problem = condition && expressionProblem(condition.expression)
  if (condition === undefined || problem === undefined) return undefined
  const { message, hint } = problem
  const place = condition.location
  return { code: 'tasks/bad-condition', severity: 'error', message, ...place, ...(hint !== undefined && { hint }) }
}
