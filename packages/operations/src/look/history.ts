import type { DamagedRecord } from '@slipway/stores'
import type { ProjectRequest } from '../project/project.ts'
import type { Slipway } from '../slipway.ts'
import { withState } from '../state/open-state.ts'
import { withTasks, type RunWithTasks } from './runs-with-tasks.ts'

export interface HistoryRequest extends ProjectRequest {
  /** How many runs (default: 20). */
  readonly limit?: number
}

export interface History {
  /** Newest first. */
  readonly runs: readonly RunWithTasks[]
  /** Runs that cannot be read any more. */
  readonly damaged: readonly DamagedRecord[]
}

/** Past runs of an instance. */
export function historyOf(slipway: Slipway, request: HistoryRequest = {}): Promise<History> {
  return withState(slipway, request, 'read', async ({ store, name }) => {
    const instance = await name()
    const state = await store.load(instance, { skipDamaged: true })
    const damaged: DamagedRecord[] = []
    const runs = await store.runs(instance, request.limit ?? 20, (record) => void damaged.push(record))
    return { runs: withTasks(runs, state?.tasks ?? []), damaged }
  })
}
