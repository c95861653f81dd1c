import type { Change, WatchObserver } from './store.ts'

/** Reads the present values of keys; `undefined` for those that do not exist. */
export type ReadKeys = (keys: readonly string[]) => Promise<readonly (string | undefined)[]>

/**
 * For stores that report changed keys without values: reads the values, many at once, and reports the changes. Holds keys back until it is
 * opened, so that nothing is lost during a snapshot.
 */
export class KeyPump {
  readonly #read: ReadKeys
  readonly #observer: WatchObserver
  readonly #failed: (error: unknown) => void
  #dirty = new Set<string>()
  #opened = false
  #pumping = false

  constructor(read: ReadKeys, observer: WatchObserver, failed: (error: unknown) => void) {
    this.#read = read
    this.#observer = observer
    this.#failed = failed
  }

  add(key: string): void {
    this.#dirty.add(key)
    void this.#pump()
  }

  open(): void {
    this.#opened = true
    void this.#pump()
  }

  async #pump(): Promise<void> {
    if (!this.#opened || this.#pumping) return
    this.#pumping = true
    try {
      while (this.#dirty.size > 0) {
        const keys = [...this.#dirty]
        this.#dirty = new Set()
        const values = await this.#read(keys)
        this.#observer.changes(keys.map((key, index) => changeOf(key, values[index])))
      }
    } catch (error) {
      this.#failed(error)
    } finally {
      this.#pumping = false
    }
  }
}

function changeOf(key: string, value: string | undefined): Change {
  return value === undefined ? { type: 'delete', key } : { type: 'put', key, value }
}
