import { orderTasks, readTaskPlugins, type TaskOrder, type TaskType } from '@slipway/engine/stages'
import { executableProblems } from './executable-problems.ts'
import { findTaskPlugins } from './find-plugins.ts'
import { localTypes } from './local-runner.ts'

/** An order, and the types of tasks in it that are not Slipway's own. */
export interface ReadOrder extends TaskOrder {
  readonly types: readonly TaskType[]
}

/** Reads the plugins in the directories and orders their tasks; the order is of use only when there are no errors. */
export function readOrder(directories: readonly string[]): ReadOrder {
  const found = findTaskPlugins(directories)
  const read = readTaskPlugins(found.files, localTypes)
  const order = orderTasks(read.plugins.flatMap(({ plugin }) => plugin ?? []))
  const diagnostics = [
    ...found.diagnostics,
    ...read.plugins.flatMap((one) => one.diagnostics),
    ...read.diagnostics,
    ...executableProblems(read.types),
    ...order.diagnostics,
  ]
  return { tasks: order.tasks, types: read.types, diagnostics }
}
