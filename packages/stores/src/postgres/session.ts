import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '@slipway/model'
import type { PostgresAddress } from './address.ts'
import { isAnswer, troubleOf } from './errors.ts'
import { Link, NotConnected, type Patience, type SqlRow, type SqlValue } from './link.ts'
import type { PasswordPlaces } from './password.ts'

export interface SessionTimes {
  /** Time to retry a statement after a lost connection. */
  readonly againMs: number
  /** Time to retry a commit, shorter than a lease. */
  readonly commitMs: number
  readonly pauseMs: number
}

const times: SessionTimes = { againMs: 5_000, commitMs: 24_000, pauseMs: 100 }
const patience: Patience = { connectMs: 10_000, statementMs: 8_000 }
const longMs = 120_000
const longestPauseMs = 1_000

/** Runs statements against one database and survives lost connections. */
export class Session {
  readonly link: Link
  readonly #address: PostgresAddress
  readonly #times: SessionTimes
  #wasThere: boolean

  /** @param wasThere true if the state was seen at this address before */
  constructor(address: PostgresAddress, places: PasswordPlaces, given: Partial<SessionTimes> = {}, wasThere = false) {
    this.#wasThere = wasThere
    this.#address = address
    this.#times = { ...times, ...given }
    this.link = new Link(address, places, patience)
  }

  /**
   * Runs a statement that may run twice. Sends it again after a lost connection.
   *
   * @param work one or more statements
   */
  async repeatable<T>(work: (link: Link) => Promise<T>): Promise<T> {
    const end = performance.now() + this.#times.againMs
    for (let pause = this.#times.pauseMs; ; pause = Math.min(2 * pause, longestPauseMs)) {
      try {
        const result = await work(this.link)
        this.#wasThere = true
        return result
      } catch (error) {
        const { kind, failure } = troubleOf(this.#address, error)
        // A server that reports that it is starting exists.
        this.#wasThere ||= isAnswer(error)
        // If no server has ever answered, the address is probably wrong.
        if (kind === 'refused' || performance.now() + pause >= end || !this.#wasThere) throw failure
        await sleep(pause)
      }
    }
  }

  query(text: string, values: readonly SqlValue[]): Promise<readonly SqlRow[]> {
    return this.repeatable((link) => link.query(text, values))
  }

  /** Like a repeatable query, for a long answer. */
  longQuery(text: string, values: readonly SqlValue[]): Promise<readonly SqlRow[]> {
    return this.repeatable((link) => link.query(text, values, longMs))
  }

  /**
   * Runs a statement that must not take effect twice. If its answer was lost, `ask` finds out whether it was applied. It is sent again only
   * if it certainly was not applied and no longer can be.
   *
   * @param until the end of the lease in `performance.now` time; no retries after it
   * @throws Failure `state/commit-unknown` if the outcome stays unknown
   */
  async once<T>(
    send: () => Promise<T>,
    ask: () => Promise<{ readonly applied: T } | undefined>,
    until = Number.POSITIVE_INFINITY,
  ): Promise<T> {
    const end = Math.min(performance.now() + this.#times.commitMs, until)
    let isInDoubt = false
    for (let pause = this.#times.pauseMs; ; pause = Math.min(2 * pause, longestPauseMs)) {
      try {
        const known = isInDoubt ? await ask() : undefined
        if (known !== undefined) return known.applied
        isInDoubt = false
        return await send().catch((error: unknown) => {
          isInDoubt = !(error instanceof NotConnected)
          throw error
        })
      } catch (error) {
        const { kind, failure } = troubleOf(this.#address, error)
        if (kind === 'refused') throw failure
        if (performance.now() + pause >= end) throw isInDoubt ? unknownCommit(this.#address, failure) : failure
        await sleep(pause)
      }
    }
  }

  async close(): Promise<void> {
    await this.link.close()
  }
}

function unknownCommit({ text }: PostgresAddress, cause: Failure): Failure {
  return new Failure(
    'state/commit-unknown',
    `the answer of ${text} to a commit was lost, and Slipway cannot ask again`,
    {
      details: [cause.message],
      hint: 'the commit is recorded either as a whole or not at all; the next run finds out, and settles the calls in doubt',
      cause,
    },
  )
}
