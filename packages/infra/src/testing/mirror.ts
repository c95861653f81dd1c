import { byKey, type Change, type Entry, type KeyValueStore, type Watch } from '../keyvalue/store.ts'

/** Follows the news of a watch and holds the resulting state. */
export class Mirror {
  readonly entries = new Map<string, string>()
  snapshots = 0
  losses = 0
  readonly told: string[] = []
  readonly watch: Watch
  #waiting: (() => void)[] = []

  constructor(store: KeyValueStore, prefix: string) {
    this.watch = store.watch(prefix, {
      snapshot: (entries) => {
        this.snapshots++
        this.entries.clear()
        for (const { key, value } of entries) this.entries.set(key, value)
        this.#wake()
      },
      changes: (changes) => {
        for (const change of changes) this.#apply(change)
        this.#wake()
      },
      lost: () => {
        this.losses++
        this.#wake()
      },
    })
  }

  list(): Entry[] {
    return Array.from(this.entries, ([key, value]) => ({ key, value })).sort(byKey)
  }

  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  #apply(change: Change): void {
    if (change.type === 'put') {
      this.told.push(change.value)
      this.entries.set(change.key, change.value)
    } else this.entries.delete(change.key)
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake()
  }
}
