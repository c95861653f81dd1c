import { capability, type Plugin } from '@slipway/agent'

export interface Entry {
  readonly key: string
  readonly value: string
}

export type Change =
  | { readonly type: 'put'; readonly key: string; readonly value: string }
  | { readonly type: 'delete'; readonly key: string }

/** The values of keys; `undefined`: the key is absent. */
export type Values = ReadonlyMap<string, string | undefined>

/** The outcome of a conditional commit. */
export type CommitOutcome =
  | { readonly committed: true }
  /** Nothing was changed. `found`: the values of the expected keys, all read at one moment. */
  | { readonly committed: false; readonly found: Values }

/** Receives the news of a watch. Calls come one after the other. */
export interface WatchObserver {
  /** All entries, sorted by key: at first, and again each time that the connection to the store is back. */
  snapshot(entries: readonly Entry[]): void
  /**
   * Changes since the snapshot, in order. Several changes of one key may come as its last one; nothing is missed
   * between a snapshot and the changes after it.
   */
  changes(changes: readonly Change[]): void
  /** The connection is lost. The store keeps trying to reconnect; a snapshot shows that it has succeeded. */
  lost?(error: unknown): void
}

export interface Watch {
  /** Resolves when the observer will not be called any more. */
  close(): Promise<void>
}

/**
 * A key-value store. Keys and values are text.
 *
 * Every method but `watch` rejects with Failure `infra/store-unavailable` when the store cannot be reached in time; every
 * method fails with Failure `infra/store-disabled` when nothing is configured for it.
 */
export interface KeyValueStore extends Plugin {
  /** False when nothing is configured. Known from init on. */
  readonly enabled: boolean
  get(key: string): Promise<string | undefined>
  /** Entries with keys that begin with the prefix, sorted by key. */
  list(prefix: string): Promise<readonly Entry[]>
  put(key: string, value: string): Promise<void>
  delete(key: string): Promise<void>
  /** Makes all changes, or none. A rejected call may still have been made, or may be made later. */
  commit(changes: readonly Change[]): Promise<void>
  /**
   * Makes all changes if every expected key has exactly its expected value, and none otherwise; no other change comes in between. Without
   * changes it only looks. A rejected call may have been made, as with `commit`.
   */
  commitIf(expected: Values, changes: readonly Change[]): Promise<CommitOutcome>
  /** Watches all keys that begin with the prefix. */
  watch(prefix: string, observer: WatchObserver): Watch
}

export const keyValueStore = capability<KeyValueStore>('key-value store')

/** Sorts entries in the same order for every store. */
export function byKey(a: Entry, b: Entry): number {
  if (a.key === b.key) return 0
  return a.key < b.key ? -1 : 1
}

/** For stores that read first and decide then: compares the expected keys with the values found. */
export function compared(expected: Values, found: Values): CommitOutcome {
  for (const [key, value] of expected) if (found.get(key) !== value) return { committed: false, found }
  return { committed: true }
}
