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
  /** Ids of keys that some records use and this machine lacks. */
  readonly missingKeys: readonly string[]
  /** The failure for a damaged lock, whose holder may or may not be active. The records are readable anyway. */
  readonly damagedLock?: Failure
}

/** Lists the records of an instance. The list is empty for a blueprint that was never deployed. */
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
  /** The recorded status, or the status of an open call: `creating`, `create-interrupted`. `damaged` and `lost` mean that the record is unreadable. */
  readonly status: string
  readonly id: string
  /** True if a newer resource has the name of this one, which waits for its destruction. */
  readonly replaced: boolean
}

/** Lists all recorded resources, possible results of open calls, links, and unreadable records, which a script must not miss. */
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

/** Makes the row of a damaged record. Its name is unknown, but `slipway state rm` accepts the id. */
function damagedRow({ kind, id = '', name = id }: DamagedRecord): ListedResource {
  const isGone = id === ''
  return { name: isGone ? '(gone)' : name, type: kind, status: isGone ? 'lost' : 'damaged', id, replaced: false }
}

function rowOf({ name, type, status, id, replaced }: ListedResource): ListedResource {
  return { name, type, status, id, replaced }
}
