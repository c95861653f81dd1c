import { messageOf } from '@slipway/model'
import { isGone } from '@slipway/processes'
import { type NodeEvent, readClaim } from '@slipway/preparer'
import type { Slipway } from '../slipway.ts'
import { layoutOf, nodeOf, type NodeRequest } from './node-request.ts'
import { runNode } from './run-node.ts'

/** A preparer in this process, for as long as somebody needs one and no other is in the root. Its pods go on. */
export class LocalPreparer {
  readonly #slipway: Slipway
  readonly #request: NodeRequest
  readonly #onEvent: (event: NodeEvent) => void
  #users = 0
  #run: { readonly stop: AbortController; readonly ended: Promise<void> } | undefined
  #turn: Promise<void> = Promise.resolve()

  constructor(slipway: Slipway, request: NodeRequest, onEvent: (event: NodeEvent) => void) {
    this.#slipway = slipway
    this.#request = request
    this.#onEvent = onEvent
  }

  /** Does the work with a preparer in the root, ours or another one. */
  async use<T>(work: () => Promise<T>): Promise<T> {
    this.#users++
    try {
      await this.attend()
      return await work()
    } finally {
      this.#users--
      await this.#inTurn(() => (this.#users === 0 ? this.#end() : Promise.resolve()))
    }
  }

  /** Sees that there is a preparer in the root: another one may have ended. */
  async attend(): Promise<void> {
    await this.#inTurn(async () => {
      const layout = layoutOf(this.#slipway, this.#request)
      const holder = readClaim(layout.claim)
      if (this.#run !== undefined || (holder !== undefined && !isGone(holder))) return
      const stop = new AbortController()
      const started = Promise.withResolvers<void>()
      const request = { ...this.#request, name: nodeOf(layout), stop: stop.signal }
      const observer = { started: () => started.resolve(), event: this.#onEvent }
      // Another one may have been faster: whoever waits looks again.
      const failed = (error: unknown): void => this.#onEvent({ pod: '', message: messageOf(error) })
      const ended = runNode(this.#slipway, request, observer)
        .catch(failed)
        .finally(() => {
          this.#run = undefined
        })
      this.#run = { stop, ended }
      await Promise.race([started.promise, ended])
    })
  }

  async #end(): Promise<void> {
    const run = this.#run
    run?.stop.abort()
    await run?.ended
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(work)
    this.#turn = done.catch(() => {})
    return done
  }
}
