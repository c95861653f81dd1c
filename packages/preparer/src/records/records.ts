import type { Change, Entry, KeyValueStore } from '@slipway/infra'
import type { Clock } from './clock.ts'
import type { PodKind } from './keys.ts'
import type { PodRecord } from './pod-record.ts'

const podPrefix = 'pod/'
const outgoingPrefix = 'outgoing/'

/** Milliseconds between attempts to reach the store: doubled from the shortest to the longest. */
const shortest = 50
const longest = 5000
/** How long news waits for more news, and how long changes that are not urgent wait for a commit to go with, in milliseconds. */
const gatherMs = 5
const flushMs = 100
/** etcd takes no more changes in one transaction. */
const mostChanges = 100

/**
 * The node's memory, in its own file, and its reports to the store. A report goes into the file first, so that it arrives even if the store
 * or the node fails meanwhile; of several values of one key, the last one arrives. A commit waits for the disk, so less urgent values go
 * with the next one.
 */
export class Records {
  readonly #journal: KeyValueStore
  readonly #store: KeyValueStore
  readonly #clock: Clock
  readonly #outgoing = new Map<string, string>()
  /** For the next commit: changes to send, and changes that were sent. */
  readonly #deferred = new Map<string, string>()
  readonly #sent = new Set<string>()
  readonly #closing = new AbortController()
  #sending: Promise<void> | undefined
  /** The flush that is under way without a caller that waits for it. */
  #flushing: Promise<void> = Promise.resolve()
  #isFlushing = false
  #isSilent = false

  constructor(journal: KeyValueStore, store: KeyValueStore, clock: Clock) {
    this.#journal = journal
    this.#store = store
    this.#clock = clock
  }

  /** Reads the unsent changes. Returns the records of pods. */
  async open(): Promise<readonly PodRecord[]> {
    for (const { key, value } of await this.#journal.list(outgoingPrefix))
      this.#outgoing.set(key.slice(outgoingPrefix.length), value)
    this.#send()
    return (await this.#journal.list(podPrefix)).map(({ value }) => JSON.parse(value) as PodRecord)
  }

  /** While silent, nothing reaches the store; all of it is kept. */
  setSilent(isSilent: boolean): void {
    this.#isSilent = isSilent
    this.#send()
  }

  async save(record: PodRecord, outgoing: readonly Change[] = []): Promise<void> {
    const key = keyOf(record)
    await this.#commit([{ type: 'put', key, value: JSON.stringify(record) }], outgoing)
  }

  async forget(record: Pick<PodRecord, 'kind' | 'id'>, outgoing: readonly Change[] = []): Promise<void> {
    await this.#commit([{ type: 'delete', key: keyOf(record) }], outgoing)
  }

  async tell(outgoing: readonly Change[]): Promise<void> {
    if (outgoing.length > 0) await this.#commit([], outgoing)
  }

  /** Sends it with the next commit, or soon: a node that dies before that has not reported it. */
  tellLater(change: Change): void {
    this.#deferred.set(change.key, outgoingText(change))
    void this.#flushSoon()
  }

  /** Small things that a node must not forget. */
  async note(name: string, value: string): Promise<void> {
    await this.#journal.put(`note/${name}`, value)
  }

  async noted(name: string): Promise<string | undefined> {
    return this.#journal.get(`note/${name}`)
  }

  async forgetNote(name: string): Promise<void> {
    await this.#journal.delete(`note/${name}`)
  }

  async notes(prefix: string): Promise<readonly string[]> {
    return (await this.#journal.list(`note/${prefix}`)).map(({ key }) => key.slice('note/'.length))
  }

  /** The store's content once all outstanding reports have arrived. */
  async list(prefix: string): Promise<readonly Entry[]> {
    const left = [...this.#outgoing].filter(([key]) => key.startsWith(prefix))
    const entries = new Map((await this.#store.list(prefix)).map(({ key, value }) => [key, value]))
    for (const [key, text] of left) {
      const change = outgoingChange(key, text)
      if (change.type === 'put') entries.set(key, change.value)
      else entries.delete(key)
    }
    return Array.from(entries, ([key, value]) => ({ key, value }))
  }

  /** Waits at most this long until everything is sent; the rest stays in the file. */
  async close(waitMs: number): Promise<void> {
    await this.#flush()
    const sent = new AbortController()
    await Promise.race([this.#sending, this.#clock.sleep(waitMs, sent.signal)])
    sent.abort()
    this.#closing.abort()
    await this.#sending
    await this.#flush()
  }

  async #commit(own: readonly Change[], outgoing: readonly Change[]): Promise<void> {
    // Taken now: a commit that begins during this one would otherwise send it once more, after newer changes.
    const [deferred, sent] = [new Map(this.#deferred), [...this.#sent]]
    this.#deferred.clear()
    this.#sent.clear()
    const told = new Map(deferred)
    for (const change of outgoing) told.set(change.key, outgoingText(change))
    const puts = Array.from(told, ([key, value]): Change => ({ type: 'put', key: `${outgoingPrefix}${key}`, value }))
    const over = sent.filter((key) => !told.has(key))
    const deletes = over.map((key): Change => ({ type: 'delete', key: `${outgoingPrefix}${key}` }))
    try {
      await this.#journal.commit([...own, ...puts, ...deletes])
    } catch (error) {
      for (const [key, value] of deferred)
        if (told.get(key) === value && !this.#deferred.has(key)) this.#deferred.set(key, value)
      for (const key of sent) if (!this.#outgoing.has(key)) this.#sent.add(key)
      throw error
    }
    for (const [key, value] of told) this.#outgoing.set(key, value)
    this.#send()
  }

  async #flushSoon(): Promise<void> {
    if (this.#isFlushing) return
    this.#isFlushing = true
    await this.#clock.sleep(flushMs, this.#closing.signal)
    this.#isFlushing = false
    if (!this.#closing.signal.aborted) this.#flushing = this.#flush().catch(() => {})
  }

  async #flush(): Promise<void> {
    // It holds changes that are no longer deferred, and not in the file yet.
    await this.#flushing
    if (this.#deferred.size > 0 || this.#sent.size > 0) await this.#commit([], [])
  }

  #send(): void {
    if (this.#outgoing.size === 0 || this.#isSilent || this.#closing.signal.aborted) return
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined
      // Sends changes that came when everything was just sent.
      this.#send()
    })
  }

  async #sendAll(): Promise<void> {
    let pause = shortest
    while (this.#outgoing.size > 0 && !this.#isSilent && !this.#closing.signal.aborted) {
      // Reports of the same moment go together.
      await this.#clock.sleep(gatherMs, this.#closing.signal)
      if (this.#isSilent) return
      const batch = [...this.#outgoing].slice(0, mostChanges)
      try {
        await this.#store.commit(batch.map(([key, text]) => outgoingChange(key, text)))
      } catch {
        // The store plugin has reported that the store is away.
        await this.#clock.sleep(pause, this.#closing.signal)
        pause = Math.min(2 * pause, longest)
        continue
      }
      pause = shortest
      for (const [key, text] of batch) {
        // A key with a newer value stays.
        if (this.#outgoing.get(key) !== text) continue
        this.#outgoing.delete(key)
        // A node that dies before this is written sends it once more, which changes nothing.
        this.#sent.add(key)
      }
      void this.#flushSoon()
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
