import type { KeyValueStore } from '@slipway/infra/keyvalue'
import { intentRoot, sentinelOf } from '@slipway/preparer'

/** True if a preparer of this name has ever joined the store. */
export async function isKnown(store: KeyValueStore, node: string): Promise<boolean> {
  return (await store.get(sentinelOf(node))) !== undefined
}

/** Returns the names of all preparers that have joined the store. */
export async function knownNodes(store: KeyValueStore): Promise<readonly string[]> {
  const entries = await store.list(`${intentRoot}nodes/`)
  const names = entries.flatMap(({ key }) => /\/nodes\/([^/]+)\/sentinel$/.exec(key)?.[1] ?? [])
  return names.map(decodeURIComponent)
}
