import { configured, type PluginOption } from '@slipway/agent'
import {
  byKey,
  type Change,
  type CommitOutcome,
  compared,
  type Entry,
  type KeyValueStore,
  keyValueStore,
  type Values,
  type Watch,
  type WatchObserver,
} from '../keyvalue/store.ts'

/** A key-value store in memory, gone with the process. For tests and for data that others can produce again. */
export class Memory implements KeyValueStore {
  name = 'memory'
  readonly provides = [keyValueStore]
  readonly enabled = true
  readonly #entries = new Map<string, string>()
  readonly #watches = new Map<Watch, { readonly prefix: string; readonly observer: WatchObserver }>()

  init(): void {}

  close(): void {
    this.#watches.clear()
  }

  async get(key: string): Promise<string | undefined> {
    return this.#entries.get(key)
  }

  async list(prefix: string): Promise<readonly Entry[]> {
    return this.#list(prefix)
  }

  put(key: string, value: string): Promise<void> {
    return this.commit([{ type: 'put', key, value }])
  }

  delete(key: string): Promise<void> {
    return this.commit([{ type: 'delete', key }])
  }

  async commit(changes: readonly Change[]): Promise<void> {
    this.#write(changes)
  }

  async commitIf(expected: Values, changes: readonly Change[]): Promise<CommitOutcome> {
    const found = new Map(Array.from(expected.keys(), (key) => [key, this.#entries.get(key)]))
    const outcome = compared(expected, found)
    if (outcome.committed) this.#write(changes)
    return outcome
  }

  watch(prefix: string, observer: WatchObserver): Watch {
    const watch: Watch = {
      close: async () => {
        this.#watches.delete(watch)
      },
    }
    this.#watches.set(watch, { prefix, observer })
    observer.snapshot(this.#list(prefix))
    return watch
  }

  #write(changes: readonly Change[]): void {
    for (const change of changes) {
      if (change.type === 'put') this.#entries.set(change.key, change.value)
      else this.#entries.delete(change.key)
    }
    for (const { prefix, observer } of this.#watches.values()) {
      const seen = changes.filter(({ key }) => key.startsWith(prefix))
      if (seen.length > 0) observer.changes(seen)
    }
  }

  #list(prefix: string): readonly Entry[] {
    return Array.from(this.#entries, ([key, value]) => ({ key, value }))
      .filter(({ key }) => key.startsWith(prefix))
      .sort(byKey)
  }
}

export const defaultPlugin = newPlugin()

export function newPlugin(...options: readonly PluginOption<Memory>[]): Memory {
  return configured(new Memory(), options)
}

export function useName(name: string): PluginOption<Memory> {
  return (memory) => {
    memory.name = name
  }
}
