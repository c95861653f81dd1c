import type { KeyValueStore } from '@slipway/infra/keyvalue'
import { intentRoot, sentinelOf } from '@slipway/preparer'

/** Whether a preparer of this name has ever come to the store. */
export async function isKnown(store: KeyValueStore, node: string): Promise<boolean> {
  return (await store.get(sentinelOf(node))) !== undefined
}

/** The names of all preparers that have. */
export async function knownNodes(store: KeyValueStore): Promise<readonly string[]> {
  const entries = await store.list(`${intentRoot}nodes/`)
  const names = entries.flatMap(({ key }) => /\/nodes\/([^/]+)\/sentinel$/.exec(key)?.[1] ?? [])
  return names.map(decodeURIComponent)
}
