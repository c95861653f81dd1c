import { type RunRecord, type TaskRecord, taskResult } from '@slipway/stores'

/**
 * Adds the results of stage tasks to their runs, in start order. An unfinished run, or a run of an earlier version, has no results of its own. For
 * such runs, the state keeps the newest result of each task on each node, which is added to its run.
 */
export function withTasks(runs: readonly RunRecord[], tasks: readonly TaskRecord[]): readonly RunRecord[] {
  const byRun = Map.groupBy(tasks, ({ runId }) => runId)
  return runs.map((run) => {
    const own = byRun.get(run.id)?.toSorted((a, b) => a.startedAt - b.startedAt)
    return run.tasks !== undefined || own === undefined ? run : { ...run, tasks: own.map(taskResult) }
  })
}
