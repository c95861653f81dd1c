import type { DamagedRecord, RunRecord } from '@slipway/stores'
import type { ProjectRequest } from '../project/project.ts'
import type { Slipway } from '../slipway.ts'
import { withState } from '../state/open-state.ts'
import { withTasks } from './runs-with-tasks.ts'

export interface HistoryRequest extends ProjectRequest {
  /** The maximum number of runs. Default: 20. */
  readonly limit?: number
}

export interface History {
  /** The runs, newest first. */
  readonly runs: readonly RunRecord[]
  /** The unreadable runs. */
  readonly damaged: readonly DamagedRecord[]
}

/** Returns past runs of an instance; for a child, only the runs with steps in the child. */
export function historyOf(slipway: Slipway, request: HistoryRequest = {}): Promise<History> {
  return withState(slipway, request, 'look', async ({ project: { child }, store, name }) => {
    const instance = await name()
    const state = await store.load(instance, { skipDamaged: true })
    const damaged: DamagedRecord[] = []
    const { limit = 20 } = request
    const most = child === undefined ? limit : Number.MAX_SAFE_INTEGER
    const all = await store.runs(instance, most, (record) => void damaged.push(record))
    if (child === undefined) return { runs: withTasks(all, state?.tasks ?? []), damaged }
    // Tasks belong to the parent.
    const own = all.filter(({ children = [] }) => children.includes(child)).slice(0, limit)
    return { runs: own.map(withoutTasks), damaged }
  })
}

function withoutTasks(run: RunRecord): RunRecord {
  const { tasks: _, ...rest } = run
  return rest
}
