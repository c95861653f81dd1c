import { orderTasks, type TaskOrder, type TaskType } from '@slipway/engine/stages'
import { readTaskPlugins } from './find-plugins.ts'

/** Reads the plugins in the directories and orders their tasks; the order is of use only when there are no errors. */
export function readOrder(directories: readonly string[], types?: readonly TaskType[]): TaskOrder {
  const read = readTaskPlugins(directories, types)
  const { tasks, diagnostics } = orderTasks(read.flatMap(({ plugin }) => plugin ?? []))
  return { tasks, diagnostics: [...read.flatMap((one) => one.diagnostics), ...diagnostics] }
}
