import { Failure } from '@slipway/model'
import { hooksEverywhere, resumedRoot } from '@slipway/preparer'
import { timeSortedIds } from '../ports/system-ports.ts'
import type { Slipway } from '../slipway.ts'
import type { NodeRequest } from './node-request.ts'
import { lookIntoStore } from './with-store.ts'

export interface ResumeHookRequest extends NodeRequest {
  readonly id: string
}

/** Resumes a suspended hook on all nodes. Returns once the order is written. @throws */
export async function resumeHook(slipway: Slipway, request: ResumeHookRequest): Promise<void> {
  const { id } = request
  const wasThere = await lookIntoStore(slipway, request, async (store) => {
    if ((await store.get(`${hooksEverywhere}${id}`)) === undefined) return false
    await store.put(`${resumedRoot}${id}`, timeSortedIds().next())
    return true
  })
  if (wasThere === true) return
  throw new Failure('node/not-scheduled', `the hook ${id} is not scheduled`, {
    hint: 'slipway node hooks lists the scheduled hooks',
  })
}
