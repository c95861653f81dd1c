import type { PlannedTasks } from '@slipway/operations/events'

/** The tasks below a plan's resources: how their order has changed, and that they go on. */
export function plannedTasksText(tasks: PlannedTasks | undefined): readonly string[] {
  const { taskOrderChanges: changes = [], tasksUnfinished = false } = tasks ?? {}
  return [
    ...(changes.length === 0 ? [] : ['The order of stage tasks has changed:', ...changes.map((line) => `  ${line}`)]),
    ...(tasksUnfinished ? ['The last deployment did not succeed: its stage tasks go on where they ended.'] : []),
  ]
}
