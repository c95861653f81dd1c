import { Failure } from '@slipway/model'

/** Longer than any pause of the machine should be; a holder that is silent for longer has lost the instance. */
export const leaseMs = 30_000
const renewEvery = leaseMs / 3
/** Nothing starts in the last moments, and what runs has ended before the end. */
const lastMs = 2_000
const endMs = 1_000
/** A store that is busy or out of reach for a moment has given the lease to nobody. */
const againEvery = 1_000
const tickEvery = 500
/** A tick that is later than that: the process, or the machine, stood still. */
const lateMs = 5_000

export interface LeaseUse {
  readonly renew: () => Promise<void>
  /** Told once: nothing may start any more. */
  readonly onLost: (reason: unknown) => void
  /** The lease is all but over, or somebody else's: what still works on a call must not. */
  readonly endWork: () => Promise<unknown>
}

/**
 * Renews a lease as long as it is held, and gives it up in time where that does not go well, also where the store does not answer at all. Times
 * count from before a renewal was asked for, so that it ends here no later than in the store.
 */
export class KeptLease {
  readonly #use: LeaseUse
  #ticks: NodeJS.Timeout | undefined
  #renewedAt = performance.now()
  #askedAt = performance.now()
  #tickedAt = performance.now()
  /** A process that stood still may ask once more: perhaps nobody has taken it. */
  #wokeAt = Number.NEGATIVE_INFINITY
  #isAsking = false
  #trouble: unknown
  #ending: Promise<void> | undefined

  constructor(use: LeaseUse) {
    this.#use = use
    this.#ticks = setInterval(() => this.#tick(), tickEvery)
    this.#ticks.unref()
  }

  /** Resolves when nothing is renewed, and nothing ended, any more. */
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

  /** Calls that were told to stop have a moment to say what they have done: that may still be recorded. */
  async #ended(afterMs: number): Promise<void> {
    if (afterMs > 0)
      await new Promise((resolve) => {
        setTimeout(resolve, afterMs)
      })
    // The run fails with the loss of the lease in any case.
    await this.#use.endWork().catch(() => undefined)
  }
}

function silent(): Failure {
  return new Failure(
    'state/unreachable',
    'the lease of this run could not be renewed: the store of the state does not answer',
    {
      hint: 'nothing more was begun; the next run settles what this one left in doubt',
    },
  )
}
