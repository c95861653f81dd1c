import { Failure } from '@slipway/model'

/** The length of a lease in milliseconds, longer than any normal pause of the machine. A holder that is silent for longer has lost the instance. */
export const leaseMs = 30_000
const renewEvery = leaseMs / 3
/** Nothing starts in the last `lastMs` milliseconds; running calls end `endMs` before the lease does. */
const lastMs = 2_000
const endMs = 1_000
/** The milliseconds until a retry. Retry soon, because a briefly busy or unreachable store has not given the lease away. */
const againEvery = 1_000
const tickEvery = 500
/** The delay of a tick in milliseconds beyond which the process or the machine was suspended. */
const lateMs = 5_000

export interface LeaseUse {
  readonly renew: () => Promise<void>
  /** Called once, when no new work may start. */
  readonly onLost: (reason: unknown) => void
  /** Ends all running calls, because the lease is almost over or lost. */
  readonly endWork: () => Promise<unknown>
}

/**
 * Renews a lease while it is held. Gives it up in time if renewal fails or the store does not answer. Times count from before each renewal
 * request, so that the lease ends here no later than in the store.
 */
export class KeptLease {
  readonly #use: LeaseUse
  #ticks: NodeJS.Timeout | undefined
  #renewedAt = performance.now()
  #askedAt = performance.now()
  #tickedAt = performance.now()
  /** The time when the process woke up. A suspended process may try once more, because the lease may still be free. */
  #wokeAt = Number.NEGATIVE_INFINITY
  #isAsking = false
  #trouble: unknown
  #ending: Promise<void> | undefined

  constructor(use: LeaseUse) {
    this.#use = use
    this.#ticks = setInterval(() => this.#tick(), tickEvery)
    this.#ticks.unref()
  }

  /** Stops renewals and resolves once all ending work is done. */
  async close(): Promise<void> {
    clearInterval(this.#ticks)
    this.#ticks = undefined
    await this.#ending
  }

  #tick(): void {
    const now = performance.now()
    if (now - this.#tickedAt > lateMs) this.#wokeAt = now
    this.#tickedAt = now
    const last = Math.max(this.#renewedAt + leaseMs - lastMs, this.#wokeAt + lastMs)
    if (now >= last) return this.#lose(this.#trouble ?? silent())
    const pause = this.#trouble === undefined ? renewEvery : againEvery
    if (!this.#isAsking && (now - this.#askedAt >= pause || this.#wokeAt === now)) this.#renew(now)
  }

  #renew(now: number): void {
    this.#askedAt = now
    this.#isAsking = true
    this.#use
      .renew()
      .then(() => this.#renewed(now))
      .catch((reason: unknown) => this.#failed(reason))
  }

  #renewed(at: number): void {
    this.#isAsking = false
    this.#renewedAt = at
    this.#trouble = undefined
  }

  #failed(reason: unknown): void {
    this.#isAsking = false
    this.#trouble = reason
    if (reason instanceof Failure && reason.code === 'state/fenced') this.#lose(reason)
  }

  #lose(reason: unknown): void {
    if (this.#ticks === undefined) return
    clearInterval(this.#ticks)
    this.#ticks = undefined
    this.#use.onLost(reason)
    const isTaken = reason instanceof Failure && reason.code === 'state/fenced'
    this.#ending = this.#ended(isTaken ? 0 : lastMs - endMs)
  }

  /** Waits a moment so that stopped calls can report results, which can still be recorded. */
  async #ended(afterMs: number): Promise<void> {
    if (afterMs > 0)
      await new Promise((resolve) => {
        setTimeout(resolve, afterMs)
      })
    // The run fails with the lost lease anyway.
    await this.#use.endWork().catch(() => undefined)
  }
}

function silent(): Failure {
  return new Failure(
    'state/unreachable',
    'the lease of this run could not be renewed: the store of the state does not answer',
    {
      hint: 'nothing more was started; the next run settles the steps that this one left in doubt',
    },
  )
}
