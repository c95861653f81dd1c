import { Failure, statusAfter } from '@slipway/model'
import {
  missingKeys,
  type DamagedRecord,
  type InstanceState,
  type ResourceRecord,
  type StateStore,
} from '@slipway/stores'
import { runningHolder } from '../lease/lease-part.ts'
import type { ProjectRequest } from '../project/project.ts'
import type { Slipway } from '../slipway.ts'
import { unknownInstance, withState } from './open-state.ts'

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
  return withState(slipway, request, 'read', async ({ store, project, name }) => {
    const nothing = { resources: [], damaged: [], missingKeys: [] }
    if (project.instance === undefined && (await store.instances()).length === 0) return nothing
    const instance = await name()
    const state = await store.load(instance, { skipDamaged: true })
    if (state === undefined && request.instance !== undefined) throw await unknownInstance(store, instance)
    if (state === undefined) return nothing
    const running = await mayRun(store, instance)
    return {
      resources: listed(state, running === true),
      damaged: state.damaged ?? [],
      missingKeys: missingKeys([state]),
      ...(running instanceof Failure && { damagedLock: running }),
    }
  })
}

async function mayRun(store: StateStore, instance: string): Promise<boolean | Failure> {
  try {
    return (await runningHolder(store, instance)) !== undefined
  } catch (error) {
    if (error instanceof Failure && error.code === 'state/damaged-lock') return error
    throw error
  }
}

export interface ListedResource {
  readonly name: string
  readonly type: string
  /** As recorded, or what its open call is at: `creating`, `create-interrupted`. `damaged` and `lost`: unreadable. */
  readonly status: string
  readonly id: string
  /** A newer resource has its name; this one waits for its destruction. */
  readonly replaced: boolean
}

/** Recorded resources, those that an open call may have made, and what cannot be read: a script must not miss it. */
function listed({ resources, intents, damaged = [] }: InstanceState, isRunning: boolean): readonly ListedResource[] {
  const known = new Set(resources.map((resource) => resource.id))
  const open = new Map(
    intents.map(({ resource, action }) => [resource.id, statusAfter(action, isRunning ? 'begun' : 'cut')]),
  )
  const made = intents.map(({ resource }) => resource).filter((resource) => !known.has(resource.id))
  return [
    ...[...resources, ...made].map((resource) => rowOf(resource, open.get(resource.id) ?? resource.status)),
    ...damaged.filter(({ kind }) => kind === 'resource' || kind === 'intent').map(damagedRow),
  ]
}

/** Its name can no longer be told: `slipway state rm` takes the id. */
function damagedRow({ kind, id = '', name = id }: DamagedRecord): ListedResource {
  const isGone = id === ''
  return { name: isGone ? '(gone)' : name, type: kind, status: isGone ? 'lost' : 'damaged', id, replaced: false }
}

function rowOf({ name, type, id, replaced }: ResourceRecord, status: string): ListedResource {
  return { name, type, status, id, replaced }
}
