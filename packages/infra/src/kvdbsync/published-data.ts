import type { CommitOutcome, Entry, KeyValueStore, Values } from '../keyvalue/store.ts'
import type { Draft, Marker } from './marker.ts'
import { changeOf, PublishedKey, type Sent, sentOf } from './published-key.ts'

/** Receives all news other than the outcome of calls. */
export interface PublishedObserver {
  /** The store was emptied; this many keys are restored. */
  emptied(keys: number): void
  /** The store has lost the latest commits; this many keys are published again. */
  wentBack(keys: number): void
  /** Another program has changed or deleted a published value. The change stays, and the key is no longer ours. */
  overruled(key: string, isDeleted: boolean): void
  /** A value that was just published replaced a value that another program had written in the meantime. */
  replaced(key: string): void
  /** The store takes other keys but not this one, which is tried again. */
  refused(key: string, error: unknown): void
}

/** Does the work after so many milliseconds. */
export type Later = (work: () => void, ms: number) => NodeJS.Timeout

/** How many keys one commit changes: etcd takes 128 changes. */
const batchSize = 100
/** How many withdrawn keys are remembered, in case the store loses its latest commits. */
const rememberedDeletions = 1000
/** The pause before another attempt, in milliseconds: doubled from the shortest to the longest. */
const shortestPause = 100
const longestPause = 30_000

/** A commit without an answer: it may have been made, or may be made later. */
interface Doubt extends Draft {
  readonly sent: readonly Sent[]
  readonly error: unknown
  /** True if the store could not be reached in the meantime. */
  wasAway: boolean
}

/**
 * Gets a program's data into a store and keeps it there; docs/decisions/0061 has the rules. It makes one commit at a time, each on the condition
 * that the marker is as last known, and that each key is as we left it.
 */
export class PublishedData {
  readonly #store: Pick<KeyValueStore, 'commitIf'>
  readonly #marker: Marker
  readonly #observer: PublishedObserver
  readonly #later: Later
  readonly #keys = new Map<string, PublishedKey>()
  /** Keys with work to do. */
  readonly #due = new Set<PublishedKey>()
  /** Keys with a reported difference in the store that have not been checked since. */
  readonly #suspects = new Set<PublishedKey>()
  /** Withdrawn keys, oldest first. */
  readonly #takenBack = new Set<PublishedKey>()
  /** Keys that the store refuses; they are tried again later. */
  readonly #refused = new Set<PublishedKey>()
  #doubt: Doubt | undefined
  #hasLooked = false
  #batchSize = batchSize
  #isRunning = false
  #isAsked = false
  #isClosed = false
  #timer: NodeJS.Timeout | undefined
  #pause = shortestPause

  constructor(
    store: Pick<KeyValueStore, 'commitIf'>,
    marker: Marker,
    observer: PublishedObserver,
    later: Later = (work, ms) => setTimeout(work, ms).unref(),
  ) {
    this.#store = store
    this.#marker = marker
    this.#observer = observer
    this.#later = later
  }

  /** Publishes a text, or withdraws the key. Rejects when the store does not take it; the text stays wanted. */
  publish(key: string, text: string | undefined): Promise<void> {
    const published = this.#keys.get(key) ?? new PublishedKey(key)
    this.#keys.set(key, published)
    this.#takenBack.delete(published)
    this.#refused.delete(published)
    published.ask('publish', text)
    this.#due.add(published)
    this.#run()
    return published.arrival()
  }

  /** Withdraws a key if the store still holds the published value; a newer value of the program stays. */
  withdraw(key: string): void {
    const published = this.#keys.get(key)
    if (published === undefined || published.due === 'publish' || published.wanted === undefined) return
    if (published.stored === undefined) return this.#forget(published)
    published.ask('withdraw', undefined)
    this.#due.add(published)
    this.#run()
  }

  /** Takes the whole content of the store: at first, and when the connection is back. */
  snapshot(entries: readonly Entry[]): void {
    const present = new Map(entries.map(({ key, value }) => [key, value]))
    for (const published of this.#keys.values()) this.#compare(published, present.get(published.key))
    this.#pause = shortestPause
    this.#tryAgain()
  }

  /** Takes the news of what the store holds under a key; `undefined`: nothing. */
  told(key: string, value: string | undefined): void {
    const published = this.#keys.get(key)
    if (published === undefined) return
    this.#compare(published, value)
    if (this.#suspects.has(published)) this.#run()
  }

  /** Ends the work. Waiting callers get the error. */
  close(error: unknown): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    for (const published of this.#keys.values()) published.failed(error)
  }

  /** A watch may report a time before our last commit: only a read can show whether the news counts. */
  #compare(published: PublishedKey, value: string | undefined): void {
    if (value === published.wanted) this.#suspects.delete(published)
    else this.#suspects.add(published)
  }

  #tryAgain(): void {
    this.#refused.clear()
    this.#run()
  }

  #run(): void {
    this.#isAsked = true
    if (!this.#isRunning && !this.#isClosed) void this.#work()
  }

  async #work(): Promise<void> {
    this.#isRunning = true
    // Commits everything that is published in one turn together.
    await Promise.resolve()
    while (this.#isAsked && !this.#isClosed) {
      this.#isAsked = false
      while (!this.#isClosed && (await this.#turn())) continue
    }
    this.#isRunning = false
    if (!this.#isClosed) this.#rest()
  }

  #rest(): void {
    if (this.#due.size + this.#suspects.size === 0 && this.#doubt === undefined) {
      clearTimeout(this.#timer)
      this.#timer = undefined
      this.#pause = shortestPause
      this.#batchSize = batchSize
    } else if (this.#timer === undefined) {
      this.#timer = this.#later(() => {
        this.#timer = undefined
        this.#tryAgain()
      }, this.#pause)
      this.#pause = Math.min(2 * this.#pause, longestPause)
    }
  }

  /** Does one step. Returns false when nothing is left to do, or nothing can be done now. */
  async #turn(): Promise<boolean> {
    // No other commit may expect an absent marker: the marker may be absent again later, and that commit would then arrive.
    const isUnmarked = this.#marker.text === undefined && this.#due.size > 0
    if (isUnmarked || this.#doubt !== undefined) return this.#mark()
    const sent = this.#take()
    const [first] = sent
    if (first === undefined) return false
    const draft = first.due === undefined ? undefined : this.#marker.draft()
    let outcome: CommitOutcome
    try {
      outcome = await this.#commit(sent, draft)
    } catch (error) {
      if (draft === undefined) return this.#away(error, sent)
      this.#doubt = { ...draft, sent, error, wasAway: false }
      return true
    }
    if (!outcome.committed) this.#differ(sent, outcome.found)
    else if (draft !== undefined) this.#complete(sent, draft)
    return true
  }

  /** Takes keys to change, or keys to check, in turns. Checks have commits of their own, because their keys may well differ. */
  #take(): readonly Sent[] {
    const isReady = (published: PublishedKey): boolean => !this.#refused.has(published)
    const ready = this.#due.values().filter(isReady).take(this.#batchSize).toArray()
    const suspects = this.#suspects
      .values()
      .filter(({ due }) => due === undefined)
      .take(batchSize)
      .toArray()
    this.#hasLooked = suspects.length > 0 && (ready.length === 0 || !this.#hasLooked)
    const taken = this.#hasLooked ? suspects : ready
    // News after this point may be later than this commit.
    for (const published of taken) this.#suspects.delete(published)
    return taken.map(sentOf)
  }

  /** @param draft of the marker; without one nothing is changed */
  #commit(sent: readonly Sent[], draft: Draft | undefined): Promise<CommitOutcome> {
    const { key, text } = this.#marker
    const expected = new Map([[key, text]])
    for (const { published, expected: left } of sent) if (left !== undefined) expected.set(published.key, left.text)
    if (draft === undefined) return this.#store.commitIf(expected, [])
    return this.#store.commitIf(expected, [{ type: 'put', key, value: draft.text }, ...sent.map(changeOf)])
  }

  /**
   * Commits the marker alone, which also reveals the outcome of a commit without an answer. If this commit is made, the other never will
   * be, as it expects an older marker. And the store then takes changes, so one of the keys was to blame, unless the store was away.
   */
  async #mark(): Promise<boolean> {
    const draft = this.#marker.draft()
    let outcome: CommitOutcome
    try {
      outcome = await this.#commit([], draft)
    } catch (error) {
      return this.#away(error, [])
    }
    const doubt = this.#doubt
    this.#doubt = undefined
    const found = outcome.committed ? draft.text : outcome.found.get(this.#marker.key)
    if (doubt !== undefined && found === doubt.text) this.#complete(doubt.sent, doubt)
    else this.#learn(found)
    if (doubt !== undefined && outcome.committed && !doubt.wasAway) this.#isolate(doubt)
    return true
  }

  /** Halves a refused batch, down to the one key that the store does not take. */
  #isolate({ sent, error }: Doubt): void {
    this.#batchSize = Math.ceil(sent.length / 2)
    const [only] = sent
    if (sent.length > 1 || only === undefined) return
    this.#batchSize = batchSize
    const { published, version } = only
    if (published.version !== version) return
    this.#refused.add(published)
    published.failed(error)
    if (!published.isSaidToBeRefused) this.#observer.refused(published.key, error)
    published.isSaidToBeRefused = true
  }

  #complete(sent: readonly Sent[], { text: marker, commit }: Draft): void {
    this.#marker.learn(marker)
    for (const { published, version, due, text } of sent) {
      published.stored = { text, commit }
      published.isSaidToBeRefused = false
      published.arrived(version)
      if (published.version === version) this.#done(published, due === 'withdraw')
    }
  }

  #done(published: PublishedKey, isWithdrawn: boolean): void {
    published.due = undefined
    this.#due.delete(published)
    if (isWithdrawn) return this.#forget(published)
    if (published.wanted !== undefined) return
    this.#takenBack.add(published)
    const [oldest] = this.#takenBack
    if (oldest !== undefined && this.#takenBack.size > rememberedDeletions) this.#forget(oldest)
  }

  /** The commit changed nothing: the marker, or one of the keys, is not as we left it. */
  #differ(sent: readonly Sent[], found: Values): void {
    const marker = found.get(this.#marker.key)
    if (marker !== this.#marker.text) {
      for (const { published, due } of sent) if (due === undefined) this.#suspects.add(published)
      return this.#learn(marker)
    }
    for (const { published, expected } of sent) {
      const value = found.get(published.key)
      if (expected !== undefined && expected.text !== value) this.#differs(published, value)
    }
  }

  #differs(published: PublishedKey, value: string | undefined): void {
    const { key, wanted, due } = published
    if (due === 'publish') {
      // The program wants this value, whatever the store holds.
      published.stored = undefined
      if (value !== wanted) this.#observer.replaced(key)
    } else if (due === 'restore' && value === wanted) {
      // Another program was faster. The value is written once more, so that one of our commits contains it.
      published.stored = { text: value, commit: published.stored?.commit ?? 0 }
    } else {
      this.#forget(published)
      if (wanted !== undefined) this.#observer.overruled(key, value === undefined)
    }
  }

  /** The marker is not as we left it. */
  #learn(text: string | undefined): void {
    const verdict = this.#marker.learn(text)
    if (verdict === 'emptied') this.#restore()
    else if (verdict !== 'nothing lost') this.#publishAgain(verdict.backTo)
  }

  /** Withdrawn data stays remembered: the store may be put back to an earlier state. */
  #restore(): void {
    this.#suspects.clear()
    let keys = 0
    for (const published of this.#keys.values()) {
      const { due, stored, wanted } = published
      published.stored = { text: undefined, commit: stored?.commit ?? 0 }
      if (due === 'withdraw') this.#forget(published)
      else if (due === undefined && wanted !== undefined) {
        published.due = 'restore'
        this.#due.add(published)
        keys++
      }
    }
    if (keys > 0) this.#observer.emptied(keys)
  }

  /** Publishes again all data later than that commit; earlier data may be there, and is checked. */
  #publishAgain(backTo: number): void {
    let keys = 0
    for (const published of this.#keys.values()) {
      const { due, stored, wanted } = published
      const isLost = stored === undefined || stored.commit > backTo
      if (due === 'publish') published.stored = undefined
      else if (isLost && due === 'withdraw') this.#forget(published)
      else if (isLost) {
        published.stored = undefined
        published.due = 'publish'
        this.#due.add(published)
        this.#takenBack.delete(published)
        keys++
      } else if (due === 'restore') {
        published.stored = { text: wanted, commit: stored.commit }
        this.#done(published, false)
        this.#suspects.add(published)
      }
    }
    if (keys > 0) this.#observer.wentBack(keys)
  }

  #forget(published: PublishedKey): void {
    this.#keys.delete(published.key)
    this.#due.delete(published)
    this.#suspects.delete(published)
    this.#takenBack.delete(published)
    this.#refused.delete(published)
  }

  /** Handles a store that cannot be reached, or takes no changes at all. */
  #away(error: unknown, looked: readonly Sent[]): false {
    for (const { published } of looked) this.#suspects.add(published)
    if (this.#doubt !== undefined) this.#doubt.wasAway = true
    for (const published of this.#due) published.failed(error)
    this.#isAsked = false
    return false
  }
}
