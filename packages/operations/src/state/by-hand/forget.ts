import { existenceOf, madeForThese, withUnknownContainer } from '@slipway/engine'
import type { DamagedRecord, InstanceState, LinkRecord, ResourceRecord, StateChange } from '@slipway/stores'
import { ignore } from '../../events.ts'
import type { Slipway } from '../../slipway.ts'
import { agreed, changeState, type StateChangeRequest } from '../change-state.ts'
import { nextVersion } from './next-version.ts'
import { isProvider, readersOf, refuseConfiguring } from './readers.ts'
import { linkNamed, onlyRecordNamed } from '../record-named.ts'

/** A resource or an unreadable record to forget. Its thing may still exist. */
export type ForgetQuestion =
  /** A resource with the resources made for it, which would otherwise be destroyed once their owner is gone. */
  | {
      readonly resource: ResourceRecord
      readonly parts: readonly ResourceRecord[]
      /** Names of records that still read the resource. */
      readonly readers: readonly string[]
      /** True if the resource configures a plugin and has no thing outside. */
      readonly isProvider: boolean
    }
  | { readonly link: LinkRecord }
  | { readonly damaged: DamagedRecord }

export type Forgotten = ForgetQuestion & { readonly outcome: 'forgotten' | 'declined' }

/** Forgets a resource with the resources made for it, or gives up a damaged record by id. The things themselves stay untouched. */
export function forgetResource(
  slipway: Slipway,
  name: string,
  request: StateChangeRequest<ForgetQuestion> = {},
  observe = ignore,
): Promise<Forgotten> {
  return changeState(slipway, request, 'slipway state rm', observe, async ({ store, lease, load }) => {
    const state = await load()
    const damaged = state.damaged?.find((record) => record.id === name)
    const meant = damaged === undefined ? recordMeant(state, name) : { damaged }
    if (!(await agreed(request.agree, meant))) return { ...meant, outcome: 'declined' }
    const { instance } = state
    const ended = isLastOfNothing(meant, state) ? { ...instance, status: 'destroyed' as const } : instance
    await store.commit(lease, [...changesFor(meant, state), nextVersion({ ...state, instance: ended }, Date.now())])
    return { ...meant, outcome: 'forgotten' }
  })
}

/**
 * True if the resource is the last record, and an attempt that made nothing according to the user. An unfinished `destroy` is then complete.
 */
function isLastOfNothing(meant: ForgetQuestion, { resources, links = [], damaged = [] }: InstanceState): boolean {
  if (!('resource' in meant) || resources.length !== 1 || links.length + damaged.length > 0) return false
  return !['there', 'going'].includes(existenceOf(meant.resource))
}

function recordMeant(state: InstanceState, name: string): ForgetQuestion {
  const link = linkNamed(state, name)
  if (link !== undefined) return { link }
  const resource = onlyRecordNamed(state, name)
  const parts = madeForThese([resource], state.resources)
  const forgotten = [resource, ...parts]
  refuseConfiguring(state, forgotten)
  return { resource, parts, readers: readersOf(state, forgotten), isProvider: isProvider(resource) }
}

function changesFor(meant: ForgetQuestion, state: InstanceState): readonly StateChange[] {
  if ('link' in meant) return [{ kind: 'forget-link', linkId: meant.link.id }]
  if ('damaged' in meant) {
    const { kind, id = '' } = meant.damaged
    return [givenUp(kind, id), ...(kind === 'resource' ? leftBehind(state, [{ id }]) : [])]
  }
  const records = [meant.resource, ...meant.parts]
  const ids = records.map(({ id }) => id)
  const gone = ids.map((id) => ({ kind: 'forget', resourceId: id }) as const)
  return [...gone, ...leftBehind(state, records), ...records.flatMap((record) => intentsOf(state, record))]
}

/** Updates the records of resources inside a forgotten container. The container and these resources still exist outside. */
function leftBehind(
  { resources }: InstanceState,
  forgotten: readonly Pick<ResourceRecord, 'id' | 'standsIn'>[],
): readonly StateChange[] {
  const ids = new Set(forgotten.map(({ id }) => id))
  const left = resources.filter(({ id }) => !ids.has(id))
  return left.flatMap((record) => withUnknownContainer(record, forgotten))
}

function intentsOf({ intents }: InstanceState, record: ResourceRecord): readonly { kind: 'end'; intentId: string }[] {
  return intents.filter((intent) => intent.resource.id === record.id).map(({ id }) => ({ kind: 'end', intentId: id }))
}

function givenUp(kind: DamagedRecord['kind'], id: string): StateChange {
  const isDamaged = true
  if (kind === 'intent') return { kind: 'end', intentId: id, isDamaged }
  if (kind === 'child') return { kind: 'forget-child', name: id, isDamaged }
  if (kind === 'link') return { kind: 'forget-link', linkId: id, isDamaged }
  return kind === 'task'
    ? { kind: 'forget-task', taskId: id, isDamaged }
    : { kind: 'forget', resourceId: id, isDamaged }
}
