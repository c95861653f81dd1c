import { setTimeout as sleep } from 'node:timers/promises'
import type { Change, Entry, KeyValueStore } from '@slipway/infra'
import type { PodKind } from './keys.ts'
import type { PodRecord } from './pod-record.ts'

const podPrefix = 'pod/'
const outgoingPrefix = 'outgoing/'

/** Milliseconds between attempts to reach the store: doubled from the shortest to the longest. */
const shortest = 50
const longest = 5000
/** etcd takes no more changes in one transaction. */
const mostChanges = 100

/**
 * What the node remembers, in its own file, and what it tells the store. What is told lies in the file first, so that it
 * arrives whatever becomes of the store or of the node in the meantime; of several values of one key, the last one.
 */
export class Records {
  readonly #journal: KeyValueStore
  readonly #store: KeyValueStore
  readonly #outgoing = new Map<string, string>()
  readonly #closing = new AbortController()
  #sending: Promise<void> | undefined

  constructor(journal: KeyValueStore, store: KeyValueStore) {
    this.#journal = journal
    this.#store = store
  }

  /** Reads what was left to be told. Answers with what is remembered of pods. */
  async open(): Promise<readonly PodRecord[]> {
    for (const { key, value } of await this.#journal.list(outgoingPrefix))
      this.#outgoing.set(key.slice(outgoingPrefix.length), value)
    this.#send()
    return (await this.#journal.list(podPrefix)).map(({ value }) => JSON.parse(value) as PodRecord)
  }

  async save(record: PodRecord, outgoing: readonly Change[] = []): Promise<void> {
    const key = keyOf(record)
    await this.#commit([{ type: 'put', key, value: JSON.stringify(record) }], outgoing)
  }

  async forget(record: Pick<PodRecord, 'kind' | 'id'>, outgoing: readonly Change[] = []): Promise<void> {
    await this.#commit([{ type: 'delete', key: keyOf(record) }], outgoing)
  }

  async tell(outgoing: readonly Change[]): Promise<void> {
    await this.#commit([], outgoing)
  }

  /** Small things that a node must not forget. */
  async note(name: string, value: string): Promise<void> {
    await this.#journal.put(`note/${name}`, value)
  }

  async noted(name: string): Promise<string | undefined> {
    return this.#journal.get(`note/${name}`)
  }

  async list(prefix: string): Promise<readonly Entry[]> {
    return this.#store.list(prefix)
  }

  /** Waits at most this long until everything is told; what is not stays in the file. */
  async close(waitMs: number): Promise<void> {
    await Promise.race([this.#sending, sleep(waitMs, undefined, { ref: false })])
    this.#closing.abort()
    await this.#sending
  }

  async #commit(own: readonly Change[], outgoing: readonly Change[]): Promise<void> {
    const told = outgoing.map((change) => ({ key: change.key, value: outgoingText(change) }))
    const puts = told.map(({ key, value }): Change => ({ type: 'put', key: `${outgoingPrefix}${key}`, value }))
    await this.#journal.commit([...own, ...puts])
    for (const { key, value } of told) this.#outgoing.set(key, value)
    this.#send()
  }

  #send(): void {
    if (this.#outgoing.size === 0 || this.#closing.signal.aborted) return
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined
    })
  }

  async #sendAll(): Promise<void> {
    let pause = shortest
    while (this.#outgoing.size > 0 && !this.#closing.signal.aborted) {
      const batch = [...this.#outgoing].slice(0, mostChanges)
      try {
        await this.#store.commit(batch.map(([key, text]) => outgoingChange(key, text)))
      } catch {
        // The store plugin has said that it is away.
        await sleep(pause, undefined, { signal: this.#closing.signal }).catch(() => {})
        pause = Math.min(2 * pause, longest)
        continue
      }
      pause = shortest
      // What has got a newer value in the meantime stays.
      const sent = batch.filter(([key, text]) => this.#outgoing.get(key) === text)
      for (const [key] of sent) this.#outgoing.delete(key)
      await this.#journal.commit(sent.map(([key]) => ({ type: 'delete', key: `${outgoingPrefix}${key}` })))
    }
  }
}

const keyOf = ({ kind, id }: { readonly kind: PodKind; readonly id: string }): string => `${podPrefix}${kind}/${id}`

function outgoingText(change: Change): string {
  return change.type === 'put' ? `+${change.value}` : '-'
}

function outgoingChange(key: string, text: string): Change {
  return text.startsWith('+') ? { type: 'put', key, value: text.slice(1) } : { type: 'delete', key }
}
