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

/** A state as a whole, for what is done to all of its instances. */
export interface WholeState {
  readonly project: Project
  readonly store: StateStore
  /** Id of the state. */
  readonly id: string
  /** As it is kept; absent where the state has one key only. */
  readonly sealed: SealedTeam | undefined
  /** Takes the lock of every instance, which are given back at the end. Fails with `cli/locked`. */
  readonly lockAll: () => Promise<readonly Lease[]>
}

/** Opens the state to be written, does the work, closes it. `command`: for whoever meets the locks. */
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

/** Seals every secret of every instance with the present key. After a kill, the next run does the rest. */
export async function resealAll(store: StateStore, leases: readonly Lease[]): Promise<number> {
  let records = 0
  for (const lease of leases) records += await resealInstance(store, lease)
  return records
}

/** Ids of keys other than this that something is sealed with: of a rotation that was cut short, or of what nobody can open. */
export async function formerInUse({ store }: WholeState, key: string): Promise<readonly string[]> {
  return (await store.keysInUse()).filter((each) => each !== key)
}

/**
 * What a recipient finds in the team of the state.
 *
 * @throws Failure `state/wrong-key` for who is none, `state/other-key` where it is not the one that was seen last
 */
export function openedTeam(slipway: Slipway, { sealed, id }: WholeState): Team | undefined {
  const team = sealerOf(slipway.env).openTeam?.(sealed, id)
  if (team !== undefined || sealed === undefined) return team
  throw new Failure('state/wrong-key', 'no key of yours is among those of the recipients of this state', {
    hint: 'print your public key with "slipway key show", and let a recipient run: slipway state key add NAME PUBLIC',
  })
}

export function refuseForeign({ foreign }: Team): void {
  if (foreign.length > 0) throw foreignRecipients(foreign)
}
