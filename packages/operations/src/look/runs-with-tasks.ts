import { type RunRecord, type TaskRecord, taskResult } from '@slipway/stores'

/**
 * Puts the results of stage tasks beside the runs that they come from, in order of their start. A run that has not ended, or is of an
 * earlier version, has none of its own: of each task on each node the newest result is kept, and stands with the run that brought it.
 */
export function withTasks(runs: readonly RunRecord[], tasks: readonly TaskRecord[]): readonly RunRecord[] {
  const byRun = Map.groupBy(tasks, ({ runId }) => runId)
  return runs.map((run) => {
    const own = byRun.get(run.id)?.toSorted((a, b) => a.startedAt - b.startedAt)
    return run.tasks !== undefined || own === undefined ? run : { ...run, tasks: own.map(taskResult) }
  })
}
