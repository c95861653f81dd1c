import type { Intent, ResourceRecord, StateChange } from '@slipway/stores'
import type { Failpoint } from '../../ports.ts'
import type { Unsteady } from '../../reality/gathered/unsteady.ts'
import type { Untimed } from '../events/events.ts'
import type { RecordsNow } from './records-now.ts'
import type { SessionParts } from './session-parts.ts'

/** The listener for the end of a step. */
export interface Finishing {
  readonly number: number
  done(): void
  recorded(): void
}

/** Writes a run's changes to the store, before and after each call, and reports events. */
export class Journal {
  /** The computed values that updates and refreshes have changed. */
  readonly unsteady: Unsteady
  readonly #parts: SessionParts
  readonly #records: RecordsNow
  /** Notes a change in the session, where everything sees it. */
  readonly #note: (change: StateChange) => void
  #started = 0
  /** The last write. Writes end in the order in which they begin. */
  #last: Promise<void> = Promise.resolve()
  #fatal: { readonly thrown: unknown } | undefined

  constructor(parts: SessionParts, unsteady: Unsteady, records: RecordsNow, note: (change: StateChange) => void) {
    this.#parts = parts
    this.unsteady = unsteady
    this.#records = records
    this.#note = note
  }

  /** The present time in Unix milliseconds. */
  now(): number {
    return this.#parts.ports.clock.now()
  }

  newId(): string {
    return this.#parts.ports.ids.next()
  }

  /** The number of a step that starts, for failpoints. */
  nextStep(): number {
    return ++this.#started
  }

  reach(moment: Failpoint, step: number): void {
    this.#parts.ports.failpoint?.(moment, step)
  }

  /** Reports an event with the present time. */
  tell(event: Untimed): void {
    this.#parts.events({ ...event, at: this.now() })
  }

  /** Makes the intent of a call. The caller still has to write it. */
  begin(action: Intent['action'], resource: ResourceRecord): Intent {
    this.#records.begin(resource)
    return { id: this.newId(), runId: this.#parts.runId, action, resource, startedAt: this.now() }
  }

  /**
   * Notes changes at once, and writes them. They are durable when the promise resolves. Changes of one turn of the event loop,
   * such as the result of a step and the intents of the steps that follow it, share a transaction of the store.
   */
  write(changes: readonly StateChange[]): Promise<void> {
    this.#last = this.#write(changes)
    return this.#last
  }

  async #write(changes: readonly StateChange[]): Promise<void> {
    const { gathered, store, lease, learned } = this.#parts
    const record = (id: string): ResourceRecord | undefined => this.#records.get(id)
    const written = gathered.asRecorded?.written(changes, record) ?? changes
    const isNews = this.unsteady.learn(changes, record)
    for (const change of changes) this.#note(change)
    try {
      await store.commit(lease, learned && isNews ? [...written, learned(this.unsteady.recorded)] : written)
    } catch (thrown) {
      this.fail(thrown)
      throw thrown
    }
  }

  /** Writes that a call has ended well. Intents of the steps that can start now go into the same transaction. */
  async finish(changes: readonly StateChange[], control: Finishing): Promise<void> {
    this.reach('before-result', control.number)
    const saved = this.write(changes)
    control.done()
    await saved
    this.reach('after-result', control.number)
    control.recorded()
  }

  /**
   * Resolves when all changes noted so far are durable. A step that records nothing, or fails before it has called anything, waits for
   * this before it reports: the step that it waited for reports first.
   */
  written(): Promise<void> {
    return this.#last
  }

  /** The error of the run itself, not of a resource, that ends the run. The first such error counts. */
  get fatal(): { readonly thrown: unknown } | undefined {
    return this.#fatal
  }

  /**
   * Refuses to continue if a commit has failed.
   *
   * @throws the failure of the commit, because some noted changes are then not recorded
   */
  refuseUnrecorded(): void {
    if (this.#fatal !== undefined) throw this.#fatal.thrown
  }

  fail(thrown: unknown): void {
    this.#fatal ??= { thrown }
    this.#parts.halt.abort()
  }
}
