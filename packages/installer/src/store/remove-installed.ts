import { rmdir } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { Failure } from '@slipway/model'
import { recover, takeAway } from './place.ts'
import type { InstallRecord } from './records.ts'
import type { Store } from './store.ts'

/**
 * Takes an installed plugin away; its archive stays in the store until `pruneStore`.
 *
 * @throws Failure `install/still-needed`
 */
export async function removeInstalled(store: Store, record: InstallRecord, signal: AbortSignal): Promise<void> {
  const { place } = record
  const needing = store.records.all().filter(({ needs }) => needs.includes(place.folder))
  if (needing.length > 0) {
    const names = needing.map(({ written }) => written).join(', ')
    throw new Failure('install/still-needed', `${record.written} is needed by ${names}`, {
      hint: `remove ${needing.length === 1 ? 'that' : 'those'} first`,
    })
  }
  const lock = await store.locks.take(`place ${place.folder}`, { signal })
  try {
    await recover(store.disk, store.records, place)
    const take = (): Promise<void> => takeAway(store.disk, record)
    await (record.laidAs === 'links' ? store.trees.linking(record.tree, signal, take) : take())
    await store.records.remove(place.folder)
    await removeEmpty(record)
  } finally {
    lock.release()
  }
}

/** Removes the parent folders that are named after the plugin, such as `celerity/aws`, if they are empty. */
async function removeEmpty({ identity, place }: InstallRecord): Promise<void> {
  let folder = dirname(place.folder)
  for (const step of identity.name.split('/').toReversed()) {
    if (basename(folder) !== step) return
    try {
      await rmdir(folder)
    } catch {
      return
    }
    folder = dirname(folder)
  }
}
