import { Failure } from '@slipway/model'
import type { InstanceState, Lease, Sealer, StateStore } from '@slipway/stores'
import type { Observer } from '../events.ts'
import { engineRecords } from '../lease/end-leftovers.ts'
import { CommandsSaid } from '../instance/commands-said.ts'
import { InstanceLock, type LeaseRequest } from '../lease/instance-lock.ts'
import { newKeyTeller } from '../store/missing-key.ts'
import { checkStatePlace } from '../store/state-place.ts'
import { StorePart } from '../store/store-part.ts'
import { sealerOf } from '../settings/sealer.ts'
import { timeSortedIds } from '../ports/system-ports.ts'
import { refuseChild } from '../project/child.ts'
import { findProject, type Project, type ProjectRequest } from '../project/project.ts'
import { unknownInstance, whichInstance } from '../project/which-instance.ts'
import type { Slipway } from '../slipway.ts'

/** The request of an operation that changes records by hand. */
export interface StateChangeRequest<Question> extends ProjectRequest {
  /** True, or a function that asks the user before any change. Absent: a change that needs agreement fails with `cli/needs-yes`. */
  readonly agree?: Agree<Question> | undefined
  /** The time to wait for another run to release the instance. Default: no wait. */
  readonly waitMs?: number
}

export type Agree<Question> = true | ((question: Question) => Promise<boolean>)

export interface LockedState {
  readonly project: Project
  readonly store: StateStore
  readonly sealer: Sealer
  readonly instance: string
  readonly lease: Lease
  /** Takes the lock of another instance, too. Both locks are released together. */
  readonly lockAlso: (instance: string) => Promise<Lease>
  /** Loads the records, without damaged ones. Fails with `state/unknown-instance`. */
  readonly load: () => Promise<InstanceState>
}

/** Changes the state by hand, under the lock of the instance. Other users see `command` as the holder of the lock. */
export async function changeState<T>(
  slipway: Slipway,
  request: Pick<StateChangeRequest<never>, keyof ProjectRequest | 'waitMs'> & { readonly as?: 'new' },
  command: string,
  observe: Observer,
  work: (state: LockedState) => Promise<T>,
): Promise<T> {
  const project = await findProject(slipway, request, 'looks', request.as === 'new')
  refuseChild(project)
  checkStatePlace(project, 'write', observe)
  const part = new StorePart({
    place: project.folders,
    access: 'write',
    sealer: sealerOf(slipway.env),
    onNewKey: newKeyTeller(slipway.env, (message) => observe({ type: 'notice', message })),
    files: project.files,
  })
  await part.init()
  const locks: InstanceLock[] = []
  const lost = new AbortController()
  const locked = (instance: string, how: Pick<LeaseRequest, 'mayVanish'> = {}): Promise<Lease> => {
    const lock = new InstanceLock(part, engineRecords(slipway, project.folders))
    locks.push(lock)
    return lock.acquire({
      instance,
      command,
      runId: timeSortedIds().next(),
      waitMs: request.waitMs ?? 0,
      signal: lost.signal,
      onWaiting: (holder) => observe({ type: 'waiting', holder }),
      onLost: (reason) => lost.abort(reason),
      ...how,
    })
  }
  try {
    return await new CommandsSaid(project.naming).ofFailures(async () => {
      const instance = await whichInstance(part.store, project, request.as ?? 'known')
      const lease = await locked(instance)
      const lockAlso = (other: string) => locked(other, { mayVanish: true })
      const load = () => loaded(part.store, instance)
      const sealer = await part.store.sealer()
      return await work({ project, store: part.store, sealer, instance, lease, lockAlso, load })
    })
  } finally {
    for (const lock of locks.toReversed()) await lock.close()
    await part.close()
  }
}

async function loaded(store: StateStore, instance: string): Promise<InstanceState> {
  const state = await store.load(instance, { skipDamaged: true })
  if (state === undefined) throw await unknownInstance(store, instance)
  return state
}

export async function agreed<Question>(agree: Agree<Question> | undefined, question: Question): Promise<boolean> {
  if (agree === true) return true
  if (agree !== undefined) return agree(question)
  throw new Failure('cli/needs-yes', 'this changes the state, but Slipway cannot ask for confirmation here', {
    hint: 'add --yes to go ahead',
  })
}
