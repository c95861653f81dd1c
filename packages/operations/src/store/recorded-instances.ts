import type { InstanceState, Sealer, StateStore } from '@slipway/stores'
import { isSurelyEmpty, stateDriver, type StatePlace } from './state-driver.ts'

/** Returns the names of all instances in a state. Opens and creates nothing if the state cannot have any. */
export async function recordedInstances(place: StatePlace, sealer: Sealer): Promise<readonly string[]> {
  return isSurelyEmpty(place) ? [] : await reading(place, sealer, namesIn)
}

/** Like `recordedInstances`, but returns the records of one instance. */
export async function recordOf(
  instance: string,
  place: StatePlace,
  sealer: Sealer,
): Promise<{ readonly names: readonly string[]; readonly state: InstanceState | undefined }> {
  if (isSurelyEmpty(place)) return { names: [], state: undefined }
  return await reading(place, sealer, async (store) => ({
    names: await namesIn(store),
    state: await store.load(instance, { skipDamaged: true }),
  }))
}

async function namesIn(store: StateStore): Promise<readonly string[]> {
  return (await store.instances()).map(({ name }) => name)
}

async function reading<T>(place: StatePlace, sealer: Sealer, work: (store: StateStore) => Promise<T>): Promise<T> {
  const store = await stateDriver(place, { access: 'read', sealer })
  await store.open()
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
