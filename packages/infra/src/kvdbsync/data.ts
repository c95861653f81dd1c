export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** A change of one key. `value` is `undefined` when the key is gone. */
export interface DataChange {
  readonly key: string
  readonly value: Json | undefined
  readonly previous: Json | undefined
}

/**
 * Receives data. Calls come one at a time. A call that fails makes the plugin that watches degraded, until a
 * resync, which then comes by itself, succeeds.
 */
export interface DataHandler {
  /** All data below the watched prefixes: after the start of the agent, and when the connection to a store is back. */
  resync(data: ReadonlyMap<string, Json>): unknown
  /** Changes since then, in order. */
  changes(changes: readonly DataChange[]): unknown
}
