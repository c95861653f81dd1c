import type { CallControl } from '@slipway/model'
import { defaultCallDeadlines } from '../../call-deadlines.ts'
import type { TerraformClient } from '../client/client.ts'

/** The time that a provider has, after the request to stop, to answer the calls under way, in milliseconds. */
const stopMs = 60_000

/**
 * The calls that change something. Their only deadline is the user's, since providers have rules of their own for that (`timeouts`). To
 * cancel them, the provider is asked to stop: it ends its work and answers how far it came. A provider that does not answer is cut off.
 */
export class Stops {
  readonly #client: Pick<TerraformClient, 'stop'>
  readonly #cuts = new WeakMap<AbortSignal, Cut>()

  constructor(client: Pick<TerraformClient, 'stop'>) {
    this.#client = client
  }

  async during<T>(control: CallControl | undefined, call: (limits: CallControl) => Promise<T>): Promise<T> {
    const { signal, deadlineMs: _, ...others } = control ?? {}
    const limit = limitOf(control)
    const limits = { ...others, ...(limit !== undefined && { deadlineMs: limit }) }
    if (signal === undefined) return await call(limits)
    const cut = this.#cutOf(signal)
    cut.begun()
    try {
      return await call({ ...limits, signal: cut.signal })
    } finally {
      cut.ended()
    }
  }

  /** Returns the cut of a run. All calls of a run share its signal, so they also share the request to stop and the cut. */
  #cutOf(signal: AbortSignal): Cut {
    const known = this.#cuts.get(signal)
    if (known !== undefined) return known
    const cut = new Cut(signal)
    this.#cuts.set(signal, cut)
    const stop = (): void => {
      cut.stopped()
      this.#client.stop({ deadlineMs: 10_000 }).catch(() => undefined)
    }
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
    return cut
  }
}

/** Cuts off the calls of a run that go on for too long after their provider was asked to stop. */
class Cut {
  readonly #cancelled: AbortSignal
  readonly #controller = new AbortController()
  #underWay = 0
  #isStopped = false
  #late: NodeJS.Timeout | undefined

  /** @param cancelled the signal of the run */
  constructor(cancelled: AbortSignal) {
    this.#cancelled = cancelled
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  begun(): void {
    this.#underWay++
    this.#wait()
  }

  ended(): void {
    if (--this.#underWay > 0) return
    clearTimeout(this.#late)
    this.#late = undefined
  }

  stopped(): void {
    this.#isStopped = true
    this.#wait()
  }

  #wait(): void {
    if (!this.#isStopped || this.#underWay === 0) return
    this.#late ??= setTimeout(() => this.#controller.abort(this.#cancelled.reason), stopMs)
  }
}

/** Returns the user's limit for a change, from the resource or from the settings; `undefined` if there is none. */
function limitOf(control: CallControl | undefined): number | undefined {
  if (control?.allowedMs !== undefined) return control.allowedMs
  const limit = control?.deadlineMs
  return limit === defaultCallDeadlines.change ? undefined : limit
}
