import { Failure } from '@slipway/model'
import { shownType } from '@slipway/programs/shown-type'
import { missingKeys, type DamagedRecord, type InstanceState } from '@slipway/stores'
import { linkStatus, mayRun, recordsOf } from './open-calls.ts'
import type { ProjectRequest } from '../project/project.ts'
import { withoutGiven } from '../settings/sealer.ts'
import type { Slipway } from '../slipway.ts'
import { stateOf, withState } from './open-state.ts'

export interface StateListing {
  readonly resources: readonly ListedResource[]
  readonly damaged: readonly DamagedRecord[]
  /** Keys that some of it is sealed with, and that are not here. */
  readonly missingKeys: readonly string[]
  /** The holder of a damaged lock may be at work or not: the records can be looked at all the same. */
  readonly damagedLock?: Failure
}

/** The records of an instance; none for a blueprint that was never deployed. */
export function listState(slipway: Slipway, request: ProjectRequest = {}): Promise<StateListing> {
  return withState(slipway, request, 'look', async ({ store, project, name }) => {
    const nothing = { resources: [], damaged: [], missingKeys: [] }
    if (project.instance === undefined && (await store.instances()).length === 0) return nothing
    const instance = await name()
    const loaded = await store.load(instance, { skipDamaged: true })
    const state = loaded && stateOf(loaded, project.child)
    if (state === undefined) return nothing
    const running = await mayRun(store, instance)
    return {
      resources: listed(state, running === true),
      damaged: state.damaged ?? [],
      missingKeys: withoutGiven(missingKeys([state]), slipway.env),
      ...(running instanceof Failure && { damagedLock: running }),
    }
  })
}

/** A resource, or a link: `orders::table`. */
export interface ListedResource {
  readonly name: string
  readonly type: string
  /** As recorded, or what its open call is at: `creating`, `create-interrupted`. `damaged` and `lost`: unreadable. */
  readonly status: string
  readonly id: string
  /** A newer resource has its name; this one waits for its destruction. */
  readonly replaced: boolean
}

/** Recorded resources, those that an open call may have made, links, and what cannot be read: a script must not miss it. */
function listed(
  { resources, intents, links = [], damaged = [] }: InstanceState,
  isRunning: boolean,
): readonly ListedResource[] {
  return [
    ...recordsOf({ resources, intents }, isRunning).map((record) => rowOf({ ...record, type: shownType(record) })),
    ...links.map((link) => ({ ...rowOf({ ...link, replaced: false }), status: linkStatus(link, isRunning) })),
    ...damaged.filter(({ kind }) => ['resource', 'intent', 'link'].includes(kind)).map(damagedRow),
  ]
}

/** Its name can no longer be told: `slipway state rm` takes the id. */
function damagedRow({ kind, id = '', name = id }: DamagedRecord): ListedResource {
  const isGone = id === ''
  return { name: isGone ? '(gone)' : name, type: kind, status: isGone ? 'lost' : 'damaged', id, replaced: false }
}

function rowOf({ name, type, status, id, replaced }: ListedResource): ListedResource {
  return { name, type, status, id, replaced }
}
