import type { ResourceRecord } from '@slipway/stores'
import { ignore } from '../../events.ts'
import type { Slipway } from '../../slipway.ts'
import { changeState, type StateChangeRequest } from '../change-state.ts'
import { nextVersion } from './next-version.ts'
import { protecting } from './protecting.ts'
import { onlyRecordNamed } from '../record-named.ts'

export interface Protected {
  readonly resource: ResourceRecord
  /** False when it was so before. */
  readonly isNew: boolean
}

/**
 * Protects a recorded resource, so that nothing destroys or replaces it, or lifts that. The thing itself does not change. The next `up`
 * records the `protect` of a blueprint.
 *
 * @throws Failure `cli/no-such-resource`, `cli/several-of-a-name`
 */
export function protectResource(
  slipway: Slipway,
  name: string,
  isProtected: boolean,
  request: Omit<StateChangeRequest<never>, 'agree'> = {},
  observe = ignore,
): Promise<Protected> {
  const command = `slipway state ${isProtected ? 'protect' : 'unprotect'}`
  return changeState(slipway, request, command, observe, async ({ store, lease, load }) => {
    const state = await load()
    const resource = onlyRecordNamed(state, name)
    const changes = protecting(state, resource.id, isProtected)
    if (changes.length > 0) await store.commit(lease, [...changes, nextVersion(state, Date.now())])
    return { resource, isNew: changes.length > 0 }
  })
}

export interface ProtectedInstance {
  readonly instance: string
  /** False when it was so before. */
  readonly isNew: boolean
}

/**
 * Protects all of an instance, so that nothing of it is destroyed or replaced, or lifts that. The next `up` records what the blueprint says
 * of it, if it says anything.
 *
 * @throws Failure `state/unknown-instance`
 */
export function protectInstance(
  slipway: Slipway,
  isProtected: boolean,
  request: Omit<StateChangeRequest<never>, 'agree'> = {},
  observe = ignore,
): Promise<ProtectedInstance> {
  const command = `slipway state ${isProtected ? 'protect' : 'unprotect'}`
  return changeState(slipway, request, command, observe, async ({ store, lease, load }) => {
    const state = await load()
    const { name, protect = false } = state.instance
    const isNew = protect !== isProtected
    if (isNew) {
      const instance = { ...state.instance, protect: isProtected }
      await store.commit(lease, [nextVersion({ ...state, instance }, Date.now())])
    }
    return { instance: name, isNew }
  })
}
