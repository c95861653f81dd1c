import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '@slipway/model'
import type { PostgresAddress } from './address.ts'
import { isAnswer, troubleOf } from './errors.ts'
import { Link, NotConnected, type Patience, type SqlRow, type SqlValue } from './link.ts'
import type { PasswordPlaces } from './password.ts'

export interface SessionTimes {
  /** How long a statement that was cut off is tried again. */
  readonly againMs: number
  /** The same of a commit: shorter than a lease. */
  readonly commitMs: number
  readonly pauseMs: number
}

const times: SessionTimes = { againMs: 5_000, commitMs: 24_000, pauseMs: 100 }
const patience: Patience = { connectMs: 10_000, statementMs: 8_000 }
const longMs = 120_000
const longestPauseMs = 1_000

/** Statements against one database, whatever happens to the connection. */
export class Session {
  readonly link: Link
  readonly #address: PostgresAddress
  readonly #times: SessionTimes
  #wasThere: boolean

  /** @param wasThere whether the state was seen at this address before */
  constructor(address: PostgresAddress, places: PasswordPlaces, given: Partial<SessionTimes> = {}, wasThere = false) {
    this.#wasThere = wasThere
    this.#address = address
    this.#times = { ...times, ...given }
    this.link = new Link(address, places, patience)
  }

  /**
   * For a statement that may run twice: it is sent again when the connection was cut off.
   *
   * @param work several statements, or one
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
        // One that says that it is starting is there.
        this.#wasThere ||= isAnswer(error)
        // Where nobody has ever answered, the address is most likely a wrong one.
        if (kind === 'refused' || performance.now() + pause >= end || !this.#wasThere) throw failure
        await sleep(pause)
      }
    }
  }

  query(text: string, values: readonly SqlValue[]): Promise<readonly SqlRow[]> {
    return this.repeatable((link) => link.query(text, values))
  }

  /** The same of a statement whose answer may be long. */
  longQuery(text: string, values: readonly SqlValue[]): Promise<readonly SqlRow[]> {
    return this.repeatable((link) => link.query(text, values, longMs))
  }

  /**
   * For a statement that must not take effect twice. When its answer was lost, `ask` says whether it was applied, and only where it surely was
   * not, and cannot be any more, it is sent again.
   *
   * @param until when the lease is over, as `performance.now` counts: nobody tries for longer
   * @throws Failure `state/commit-unknown` when nobody can say
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
    `the answer of ${text} to a commit was lost, and it cannot be asked about it`,
    {
      details: [cause.message],
      hint: 'either all of the commit is recorded or nothing of it; the next run finds out, and settles the calls that are in doubt',
      cause,
    },
  )
}
