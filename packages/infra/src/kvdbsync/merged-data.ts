import type { DataChange, DataHandler, Json } from './data.ts'

/** Several sources as one for a handler that gets one call at a time. */
export class MergedData {
  readonly #handler: DataHandler
  readonly #sources: Map<string, Json>[]
  #calls: Promise<unknown> = Promise.resolve()

  constructor(sources: number, handler: DataHandler) {
    this.#handler = handler
    this.#sources = Array.from({ length: sources }, () => new Map<string, Json>())
  }

  resync(source: number, data: ReadonlyMap<string, Json>): Promise<unknown> {
    this.#sources[source] = new Map(data)
    const all = new Map<string, Json>()
    for (const known of this.#sources) for (const [key, value] of known) all.set(key, value)
    return this.#call(() => this.#handler.resync(all))
  }

  async changes(source: number, changes: readonly DataChange[]): Promise<unknown> {
    const known = this.#sources[source]
    const told: DataChange[] = []
    for (const { key, value } of changes) {
      const previous = this.#read(key)
      if (value === undefined) known?.delete(key)
      else known?.set(key, value)
      const current = this.#read(key)
      if (current !== previous) told.push({ key, value: current, previous })
    }
    return told.length === 0 ? undefined : this.#call(() => this.#handler.changes(told))
  }

  #read(key: string): Json | undefined {
    return this.#sources.findLast((known) => known.has(key))?.get(key)
  }

  /** A caller gets only the errors of its own call. */
  #call(work: () => unknown): Promise<unknown> {
    const call = this.#calls.then(work)
    this.#calls = call.catch(() => {})
    return call
  }
}
