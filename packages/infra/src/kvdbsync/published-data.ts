import type { Change } from '../keyvalue/store.ts'

/** Makes all changes in the store, or none. */
export type Commit = (changes: readonly Change[]) => Promise<void>

/** How many keys are restored at once: etcd takes 128 changes in one transaction. */
const batchSize = 100

/**
 * What a program has published, and how it gets into the store. A key is written by one call at a time, because calls that
 * overlap may come to the store in any order; each writes what is wanted when its turn comes.
 */
export class PublishedData {
  readonly #commit: Commit
  /** What the store should hold; `undefined`: what it should no longer hold, and may. */
  readonly #wanted = new Map<string, string | undefined>()
  readonly #running = new Map<string, Promise<void>>()
  readonly #waiting = new Map<string, Promise<void>>()
  /** Counts restorations: a new one ends the one before. */
  #restoration = 0

  constructor(commit: Commit) {
    this.#commit = commit
  }

  /** Rejects when the store does not take it; it is wanted all the same. */
  publish(key: string, text: string | undefined): Promise<void> {
    this.#wanted.set(key, text)
    return this.#write(key)
  }

  /** Writes everything again, one key by itself where several together fail. Returns the last error, if any. */
  async restore(): Promise<unknown> {
    const restoration = ++this.#restoration
    let problem: unknown
    const keys = [...this.#wanted.keys()]
    for (let start = 0; start < keys.length; start += batchSize) {
      const batch = keys.slice(start, start + batchSize)
      const isBusy = batch.some((key) => this.#running.has(key))
      if (!isBusy && (await succeeds(this.#begin(batch)))) continue
      for (const key of batch) {
        if (restoration !== this.#restoration) return problem
        await this.#write(key).catch((error: unknown) => {
          problem = error
        })
      }
    }
    return problem
  }

  /** Forgets everything. */
  clear(): void {
    this.#restoration++
    this.#wanted.clear()
  }

  /** Those who wait for their turn share it. */
  #write(key: string): Promise<void> {
    const running = this.#running.get(key)
    if (running === undefined) return this.#begin([key])
    const waiting = this.#waiting.get(key)
    if (waiting !== undefined) return waiting
    const turn = succeeds(running).then(() => {
      this.#waiting.delete(key)
      return this.#begin([key])
    })
    this.#waiting.set(key, turn)
    return turn
  }

  #begin(keys: readonly string[]): Promise<void> {
    const work = this.#put(keys)
    for (const key of keys) this.#running.set(key, work)
    return work
  }

  async #put(keys: readonly string[]): Promise<void> {
    const changes = keys.map((key) => changeTo(key, this.#wanted.get(key)))
    try {
      await this.#commit(changes)
      // Unless it has been published again meanwhile.
      for (const { type, key } of changes)
        if (type === 'delete' && this.#wanted.get(key) === undefined) this.#wanted.delete(key)
    } finally {
      // Whoever waits takes over from this call, and nobody gets in between.
      for (const key of keys) if (!this.#waiting.has(key)) this.#running.delete(key)
    }
  }
}

function changeTo(key: string, text: string | undefined): Change {
  return text === undefined ? { type: 'delete', key } : { type: 'put', key, value: text }
}

function succeeds(work: Promise<void>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  )
}
