import { type Change, type Entry, type KeyValueStore, memory, type Watch, type WatchObserver } from '@slipway/infra'
import type { Mortal } from './mortal.ts'

/** A store in memory that may be away, and that each preparer sees only as long as it lives. */
export class SimulatedStore {
  readonly entries = memory.newPlugin()
  readonly #observers = new Set<{ readonly prefix: string; readonly observer: WatchObserver }>()
  #isAway = false

  get isAway(): boolean {
    return this.#isAway
  }

  async setAway(isAway: boolean): Promise<void> {
    if (isAway === this.#isAway) return
    this.#isAway = isAway
    for (const { prefix, observer } of this.#observers) {
      if (isAway) observer.lost?.(new Error('the store is away'))
      else observer.snapshot(await this.entries.list(prefix))
    }
  }

  /** The store as a mortal process sees it. */
  seenBy(mortal: Mortal): KeyValueStore {
    const call = <T>(work: () => Promise<T>): Promise<T> =>
      mortal.call(async () => {
        if (this.#isAway) throw new Error('the store is away')
        return work()
      })
    const { entries } = this
    return {
      name: 'simulated-store',
      enabled: true,
      init() {},
      close() {},
      get: (key) => call(() => entries.get(key)),
      list: (prefix) => call(() => entries.list(prefix)),
      put: (key, value) => call(() => entries.put(key, value)),
      delete: (key) => call(() => entries.delete(key)),
      commit: (changes) => call(() => entries.commit(changes)),
      commitIf: (expected, changes) => call(() => entries.commitIf(expected, changes)),
      watch: (prefix, observer) => this.#watch(prefix, heard(mortal, observer)),
    }
  }

  #watch(prefix: string, observer: WatchObserver): Watch {
    const entry = { prefix, observer }
    this.#observers.add(entry)
    const watch = this.entries.watch(prefix, {
      // The memory itself reports the initial content, also when the store is away: no network is involved.
      snapshot: (entries: readonly Entry[]) => observer.snapshot(entries),
      changes: (changes: readonly Change[]) => {
        if (!this.#isAway) observer.changes(changes)
      },
    })
    return {
      close: async () => {
        this.#observers.delete(entry)
        await watch.close()
      },
    }
  }
}

function heard(mortal: Mortal, observer: WatchObserver): WatchObserver {
  return {
    snapshot: (entries) => mortal.hear(() => observer.snapshot(entries)),
    changes: (changes) => mortal.hear(() => observer.changes(changes)),
    lost: (error) => mortal.hear(() => observer.lost?.(error)),
  }
}
