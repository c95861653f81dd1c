import { Failure, messageOf } from '@slipway/model'
import { livingClaim, type NodeEvent, type PodKind, type Preparer } from '@slipway/preparer'
import type { Slipway } from '../../slipway.ts'
import { layoutOf, nodeOf, type NodeRequest } from '../node-request.ts'
import { runNode } from '../run-node.ts'

/** A preparer in this process that exists while a call needs it and the root has no other preparer. Its pods keep running afterwards. */
export class LocalPreparer {
  readonly #slipway: Slipway
  readonly #request: NodeRequest
  readonly #onEvent: (event: NodeEvent) => void
  #users = 0
  #run: { readonly stop: AbortController; readonly ended: Promise<void>; preparer?: Preparer } | undefined
  #turn: Promise<void> = Promise.resolve()

  constructor(slipway: Slipway, request: NodeRequest, onEvent: (event: NodeEvent) => void) {
    this.#slipway = slipway
    this.#request = request
    this.#onEvent = onEvent
  }

  /** Does the work while the root has a preparer, in this process or in another. */
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

  /** Whether the preparer has read the schedule; `undefined` if the preparer is not in this process. */
  get hasHeard(): boolean | undefined {
    return this.#run && this.#run.preparer?.hasFollowed === true
  }

  /** Whether the preparer neither runs the pod nor has it in its schedule; `undefined` if the preparer is not in this process. */
  isRidOf(kind: PodKind, id: string): boolean | undefined {
    return this.#run && this.#run.preparer?.isRidOf(kind, id) === true
  }

  /**
   * Ensures that the root has a preparer, because another process's preparer may have ended.
   *
   * @throws Failure `node/name-taken`
   */
  async attend(): Promise<void> {
    await this.#inTurn(async () => {
      const layout = layoutOf(this.#slipway, this.#request)
      if (this.#run !== undefined || livingClaim(layout.claim) !== undefined) return
      const stop = new AbortController()
      const started = Promise.withResolvers<void>()
      const request = { ...this.#request, name: nodeOf(layout), stop: stop.signal }
      const run: { stop: AbortController; preparer?: Preparer } = { stop }
      const observer = {
        started: (_node: string, _root: string, preparer: Preparer): void => {
          run.preparer = preparer
          started.resolve()
        },
        event: this.#onEvent,
      }
      let refusal: Failure | undefined
      const failed = (error: unknown): void => {
        refusal = nameTakenIn(error)
        // Another process may have started a preparer first, so the waiting calls check again.
        if (refusal === undefined) this.#onEvent({ pod: '', message: messageOf(error) })
      }
      const ended = runNode(this.#slipway, request, observer)
        .catch(failed)
        .finally(() => {
          this.#run = undefined
        })
      this.#run = Object.assign(run, { ended })
      await Promise.race([started.promise, ended])
      if (refusal !== undefined) throw refusal
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

/** Finds a `node/name-taken` failure, which retries would not cure. */
function nameTakenIn(error: unknown): Failure | undefined {
  if (error instanceof Failure && error.code === 'node/name-taken') return error
  return error instanceof Error && error.cause !== undefined ? nameTakenIn(error.cause) : undefined
}
