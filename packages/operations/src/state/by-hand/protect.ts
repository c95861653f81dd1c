import type { ResourceRecord } from '@slipway/stores'
import { ignore } from '../../events.ts'
import type { Slipway } from '../../slipway.ts'
import { changeState, type StateChangeRequest } from '../change-state.ts'
import { nextVersion } from './next-version.ts'
import { protecting } from './protecting.ts'
import { onlyRecordNamed } from '../record-named.ts'

export interface Protected {
  readonly resource: ResourceRecord
  readonly instance: string
  /** False if the resource already had this protection. */
  readonly isNew: boolean
}

/**
 * Protects a recorded resource against destruction and replacement, or lifts the protection. The thing itself stays unchanged. The next
 * `up` records the blueprint's `protect`.
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
    return { resource, instance: state.instance.name, isNew: changes.length > 0 }
  })
}

export interface ProtectedInstance {
  readonly instance: string
  /** False if the instance already had this protection. */
  readonly isNew: boolean
}

/**
 * Protects a whole instance against destruction and replacement, or lifts the protection. The next `up` records the blueprint's own
 * setting, if any.
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
