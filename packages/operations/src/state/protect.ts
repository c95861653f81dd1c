import type { InstanceState, ResourceRecord, StateChange } from '@slipway/stores'
import { ignore } from '../events.ts'
import type { Slipway } from '../slipway.ts'
import { changeState, type StateChangeRequest } from './change-state.ts'
import { nextVersion } from './next-version.ts'
import { onlyRecordNamed } from './record-named.ts'

export interface Protected {
  readonly resource: ResourceRecord
  /** False when it was so before. */
  readonly isNew: boolean
}

/**
 * Protects a recorded resource, so that nothing destroys or replaces it, or lifts that. Nothing happens to what it stands for. What
 * a blueprint says with `protect` is recorded by the next `up`.
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
    const isNew = changes.length > 0
    if (isNew) await store.commit(lease, [...changes, nextVersion(state, Date.now())])
    return { resource, isNew }
  })
}

/**
 * What is recorded of a resource, and what a call that was cut short would have recorded of it: whoever settles that call
 * takes its word.
 */
export function protecting(
  { resources, intents }: Pick<InstanceState, 'resources' | 'intents'>,
  id: string,
  isProtected: boolean,
): readonly StateChange[] {
  const isConcerned = (one: ResourceRecord): boolean => one.id === id && (one.options?.protect === true) !== isProtected
  return [
    ...resources
      .filter(isConcerned)
      .map((one) => ({ kind: 'resource', resource: withProtect(one, isProtected) }) as const),
    ...intents
      .filter(({ resource }) => isConcerned(resource))
      .flatMap((intent): StateChange[] => [
        { kind: 'end', intentId: intent.id },
        { kind: 'begin', intent: { ...intent, resource: withProtect(intent.resource, isProtected) } },
      ]),
  ]
}

function withProtect(record: ResourceRecord, isProtected: boolean): ResourceRecord {
  const { options: before = {}, ...known } = record
  const { protect: _, ...rest } = before
  const options = isProtected ? { ...rest, protect: true as const } : rest
  return Object.keys(options).length === 0 ? known : { ...known, options }
}
