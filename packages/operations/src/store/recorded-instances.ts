import type { Sealer } from '@slipway/stores'
import { isSurelyEmpty, stateDriver, type StatePlace } from './state-driver.ts'

/** The names of all instances of a state. Nothing is opened, or made, where there can be none. */
export async function recordedInstances(place: StatePlace, sealer: Sealer): Promise<readonly string[]> {
  if (isSurelyEmpty(place)) return []
  const store = await stateDriver(place, { access: 'read', sealer })
  await store.open()
  try {
    return (await store.instances()).map(({ name }) => name)
  } finally {
    await store.close()
  }
}
