import type { RunRecord, TaskRecord } from '@slipway/stores'

/** The result of a task on a node. */
export type TaskResult = Omit<TaskRecord, 'id' | 'deploymentId' | 'runId' | 'fingerprint'>

/** A run with what its stage tasks did; without `tasks` when nothing of that is kept. */
export interface RunWithTasks extends RunRecord {
  readonly tasks?: readonly TaskResult[]
}

/**
 * Puts the results of stage tasks beside the runs that they come from, in order of their start. Of each task on each node
 * the newest result is kept: it stands with the run that brought it, which for a deployment that went on is an earlier one.
 */
export function withTasks(runs: readonly RunRecord[], tasks: readonly TaskRecord[]): readonly RunWithTasks[] {
  const byRun = Map.groupBy(tasks, ({ runId }) => runId)
  return runs.map((run) => {
    const own = byRun.get(run.id)?.toSorted((a, b) => a.startedAt - b.startedAt)
    return own === undefined ? run : { ...run, tasks: own.map(resultOf) }
  })
}

function resultOf({
  id: _id,
  deploymentId: _deployment,
  runId: _run,
  fingerprint: _print,
  ...result
}: TaskRecord): TaskResult {
  return result
}
