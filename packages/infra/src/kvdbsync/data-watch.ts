import { Failure, messageOf } from '@slipway/model'
import type { Change, Entry, KeyValueStore, Watch } from '../keyvalue/store.ts'
import type { DataChange, DataHandler, Json } from './data.ts'

/** Called when a handler has failed, or without an error when it is well again. */
export type ReportHandler = (error?: unknown) => void

/** Milliseconds before a resync that makes up for a failed call: doubled from the shortest to the longest. */
const shortestPause = 100
const longestPause = 30_000

/**
 * One watcher over its prefixes in one store: collects the snapshots of all prefixes into one resync, then passes changes on, one call of
 * the handler at a time. A new snapshot (the store was gone) means a new resync of everything, and so does a failed call: until a resync
 * succeeds, the handler's state is unknown.
 */
export class DataWatch {
  readonly #handler: DataHandler
  readonly #report: ReportHandler
  readonly #root: string
  readonly #prefixes: readonly string[]
  /** The known data by prefix; a prefix is absent until its first snapshot. */
  readonly #known = new Map<string, Map<string, Json>>()
  readonly #first = Promise.withResolvers<void>()
  #watches: readonly Watch[] = []
  #calls: Promise<void> = Promise.resolve()
  /** The resync to come after a failed call. */
  #retry: NodeJS.Timeout | undefined
  #pause = shortestPause
  #isStale = false
  #closed = false

  /** @param root precedes every key of this program in the store */
  constructor(root: string, prefixes: readonly string[], handler: DataHandler, report: ReportHandler) {
    this.#root = root
    this.#prefixes = prefixes
    this.#handler = handler
    this.#report = report
  }

  /** Begins to watch. Resolves after the first resync. If the store cannot be reached, it resolves at once and the resync comes later. */
  async open(store: KeyValueStore): Promise<void> {
    this.#watches = this.#prefixes.map((prefix) =>
      store.watch(this.#root + prefix, {
        snapshot: (entries) => this.#learn(prefix, entries),
        changes: (changes) => this.#change(prefix, changes),
        lost: () => this.#first.resolve(),
      }),
    )
    if (this.#prefixes.length === 0) this.#first.resolve()
    await this.#first.promise
  }

  /** Reports all data again. Does nothing before all data is known. */
  async resync(): Promise<void> {
    if (this.#isComplete()) this.#tellAll()
    await this.#calls
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#retry)
    await Promise.all(this.#watches.map((watch) => watch.close()))
    await this.#calls
  }

  #learn(prefix: string, entries: readonly Entry[]): void {
    const known = new Map<string, Json>()
    for (const { key, value } of entries) this.#decode(key, value, (json) => known.set(this.#nameOf(key), json))
    this.#known.set(prefix, known)
    if (!this.#isComplete()) return
    this.#tellAll()
    void this.#calls.then(this.#first.resolve)
  }

  #change(prefix: string, changes: readonly Change[]): void {
    const known = this.#known.get(prefix)
    if (known === undefined) return
    const told: DataChange[] = []
    for (const change of changes) {
      const key = this.#nameOf(change.key)
      const previous = known.get(key)
      if (change.type === 'put') {
        this.#decode(change.key, change.value, (value) => {
          known.set(key, value)
          told.push({ key, value, previous })
        })
      } else if (known.delete(key)) told.push({ key, value: undefined, previous })
    }
    // Before all snapshots are there, the coming resync will report it.
    if (told.length > 0 && this.#isComplete()) this.#call(() => this.#handler.changes(told), false)
  }

  #tellAll(): void {
    const data = new Map<string, Json>()
    for (const known of this.#known.values()) for (const [key, value] of known) data.set(key, value)
    this.#call(() => this.#handler.resync(data), true)
  }

  #isComplete(): boolean {
    return this.#known.size === this.#prefixes.length
  }

  #call(work: () => unknown, isResync: boolean): void {
    const succeeded = (): void => {
      if (isResync) this.#isStale = false
      if (this.#isStale) return
      this.#pause = shortestPause
      clearTimeout(this.#retry)
      this.#report()
    }
    this.#calls = this.#calls.then(work).then(succeeded, (error: unknown) => this.#failed(error))
  }

  #failed(error: unknown): void {
    this.#report(error)
    this.#isStale = true
    if (this.#closed) return
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => this.#tellAll(), this.#pause).unref()
    this.#pause = Math.min(2 * this.#pause, longestPause)
  }

  #nameOf(key: string): string {
    return key.slice(this.#root.length)
  }

  /** A value that is not JSON comes from another kind of program: it is reported and left out. */
  #decode(key: string, value: string, use: (value: Json) => void): void {
    try {
      use(JSON.parse(value) as Json)
    } catch (error) {
      this.#report(
        new Failure('infra/bad-value', `the value of ${key} is not JSON: ${messageOf(error)}`, { cause: error }),
      )
    }
  }
}
