import { Failure } from '@slipway/model'
import type { LockHolder, StateStore } from '@slipway/stores'
import { endLeftovers, engineRecords } from '../lease/end-leftovers.ts'
import { isSurelyGone } from '../store/surely-gone.ts'
import type { ProjectRequest } from '../project/project.ts'
import type { Slipway } from '../slipway.ts'
import { agreed, type StateChangeRequest } from './change-state.ts'
import { withState } from './open-state.ts'

/** A question whether to take the lock from its holder. Without `holder`, the holder is unknown. */
export interface UnlockQuestion {
  readonly instance: string
  readonly holder?: LockHolder
}

export interface Unlocked extends UnlockQuestion {
  readonly outcome: 'unlocked' | 'not-locked' | 'declined'
}

/**
 * Takes the lock from its holder. The former holder and its plugins can do no more, even if they still run.
 *
 * @throws Failure `state/unknown-instance` if the named instance has neither a lock nor records
 */
export function unlockInstance(
  slipway: Slipway,
  request: ProjectRequest & Pick<StateChangeRequest<UnlockQuestion>, 'agree'> = {},
): Promise<Unlocked> {
  return withState(slipway, request, 'write', async ({ store, name, project }) => {
    // The holder of the lock may be the instance's first run.
    const instance = await name('new')
    const known = await holderOf(store, instance)
    if (known === undefined) {
      // Without a lock, a name without records may be a misspelt one.
      await name()
      return { instance, outcome: 'not-locked' }
    }
    const held = known === 'unknown' ? { instance } : { instance, holder: known }
    const isFree = held.holder !== undefined && isSurelyGone(held.holder)
    if (!isFree && !(await agreed(request.agree, held))) return { ...held, outcome: 'declined' }
    await store.breakLock(instance)
    if (held.holder !== undefined) await endLeftovers(engineRecords(slipway, project.folders), held.holder)
    return { ...held, outcome: 'unlocked' }
  })
}

/** Returns the holder of the lock; `unknown` if the lock is damaged and may be held. */
async function holderOf(store: StateStore, instance: string): Promise<LockHolder | 'unknown' | undefined> {
  try {
    return await store.holder(instance)
  } catch (error) {
    if (error instanceof Failure && error.code === 'state/damaged-lock') return 'unknown'
    throw error
  }
}
