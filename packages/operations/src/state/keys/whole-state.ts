import { Failure } from '@slipway/model'
import { resealInstance, type Lease, type StateStore } from '@slipway/stores'
import { foreignRecipients, type SealedTeam, type Team } from '@slipway/stores/sealer'
import { engineRecords } from '../../lease/end-leftovers.ts'
import { InstanceLock } from '../../lease/instance-lock.ts'
import { timeSortedIds } from '../../ports/system-ports.ts'
import { findProject, type Project, type ProjectRequest } from '../../project/project.ts'
import { sealerOf } from '../../settings/sealer.ts'
import type { Slipway } from '../../slipway.ts'
import { checkStatePlace } from '../../store/state-place.ts'
import { StorePart } from '../../store/store-part.ts'

/** A whole state, for work on all its instances. */
export interface WholeState {
  readonly project: Project
  readonly store: StateStore
  /** The id of the state. */
  readonly id: string
  /** The team as stored, sealed. `undefined` if the state has no team. */
  readonly sealed: SealedTeam | undefined
  /** Takes the lock of every instance. All locks are released at the end. Fails with `cli/locked`. */
  readonly lockAll: () => Promise<readonly Lease[]>
}

/** Opens the state for writing, does the work, and closes it. Other users see `command` as the holder of the locks. */
export async function withWholeState<T>(
  slipway: Slipway,
  request: ProjectRequest,
  command: string,
  work: (state: WholeState) => Promise<T>,
): Promise<T> {
  const project = await findProject(slipway, request, 'looks')
  checkStatePlace(project, 'write')
  const { folders, files } = project
  const part = new StorePart({ place: folders, access: 'write', sealer: sealerOf(slipway.env), files })
  const locks: InstanceLock[] = []
  const lost = new AbortController()
  const lockOne = async (instance: string): Promise<Lease> => {
    const lock = new InstanceLock(part, engineRecords(slipway, folders))
    locks.push(lock)
    return await lock.acquire({
      instance,
      command,
      runId: timeSortedIds().next(),
      waitMs: 0,
      signal: lost.signal,
      onWaiting: () => undefined,
      onLost: (reason) => lost.abort(reason),
    })
  }
  const lockAll = async (): Promise<readonly Lease[]> => {
    const leases: Lease[] = []
    for (const { name } of await part.store.instances()) leases.push(await lockOne(name))
    return leases
  }
  await part.init()
  try {
    const { store } = part
    const { state: id, team: sealed } = await store.seals()
    return await work({ project, store, id, sealed, lockAll })
  } finally {
    for (const lock of locks.toReversed()) await lock.close()
    await part.close()
  }
}

/** Seals every secret of every instance with the present key. After a kill, the next call continues. */
export async function resealAll(store: StateStore, leases: readonly Lease[]): Promise<number> {
  let records = 0
  for (const lease of leases) records += await resealInstance(store, lease)
  return records
}

/** Returns the ids of other keys still in use, because of an interrupted rotation or of secrets that nobody can open. */
export async function formerInUse({ store }: WholeState, key: string): Promise<readonly string[]> {
  return (await store.keysInUse()).filter((each) => each !== key)
}

/**
 * Returns the team of the state, opened with this user's key.
 *
 * @throws Failure `state/wrong-key` if this user is no recipient, `state/other-key` if the key differs from the one last seen
 */
export function openedTeam(slipway: Slipway, { sealed, id }: WholeState): Team | undefined {
  const team = sealerOf(slipway.env).openTeam?.(sealed, id)
  if (team !== undefined || sealed === undefined) return team
  throw new Failure('state/wrong-key', 'none of your keys belongs to a recipient of this state', {
    hint: 'print your public key with "slipway key show", and let a recipient run: slipway state key add NAME PUBLIC',
  })
}

export function refuseForeign({ foreign }: Team): void {
  if (foreign.length > 0) throw foreignRecipients(foreign)
}
