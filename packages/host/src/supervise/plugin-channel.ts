import { Failure, type CallControl } from '@slipway/model'
import { RpcFailure, Status, type Init, type Method, type RpcChannel, type StreamMethod } from '@slipway/protocol'
import type { Life } from './life.ts'
import { limitedWait } from './limited-call-wait.ts'
import type { SupervisedPlugin } from './supervised-plugin.ts'

/**
 * The channel to a plugin, whichever process runs it. The channel stays the same over relaunches, and waits for a launch under way (no
 * longer than the call may take). When a death cuts a call off, the failure names the process and its end. No call is sent twice.
 */
export class PluginChannel implements RpcChannel {
  readonly closed: Promise<void>
  readonly #supervised: SupervisedPlugin
  readonly #close = Promise.withResolvers<void>()

  constructor(supervised: SupervisedPlugin) {
    this.#supervised = supervised
    this.closed = this.#close.promise
  }

  async call<Request, Response>(
    method: Method<Request, Response>,
    request: Init<Request>,
    control?: CallControl,
  ): Promise<Response> {
    const { current } = this.#supervised
    if (current !== undefined) return this.#callOn(current, method, request, control)
    const { life, left } = await this.#onceStarted(method.name, control)
    return this.#callOn(life, method, request, left)
  }

  async *stream<Request, Response>(
    method: StreamMethod<Request, Response>,
    request: Init<Request>,
    control: CallControl = {},
  ): AsyncGenerator<Response> {
    const { current } = this.#supervised
    const { life, left } =
      current === undefined ? await this.#onceStarted(method.name, control) : { life: current, left: control }
    try {
      yield* life.stream(method, request, left)
    } catch (error) {
      throw await this.#supervised.explain(life, error, method.name)
    }
  }

  async #callOn<Request, Response>(
    life: Life,
    method: Method<Request, Response>,
    request: Init<Request>,
    control: CallControl | undefined,
  ): Promise<Response> {
    try {
      return await life.call(method, request, control)
    } catch (error) {
      throw await this.#supervised.explain(life, error, method.name)
    }
  }

  /**
   * The wait for a launch uses up the call's time. The wait for a process that is still ending other calls does not: its length depends
   * only on those calls.
   */
  async #onceStarted(
    method: string,
    { signal, deadlineMs, ...beside }: CallControl = {},
  ): Promise<{ readonly life: Life; readonly left: CallControl }> {
    const { plugin, drained } = this.#supervised
    const told = (what: string) => ({ method, what })
    const given = signal === undefined ? {} : { signal }
    if (drained !== undefined)
      await limitedWait(drained, given, told(`the last process of ${plugin.id} was being stopped`))
    const begun = performance.now()
    const limits = deadlineMs === undefined ? given : { ...given, deadlineMs }
    const life = await limitedWait(this.#started(method), limits, told(`${plugin.id} was being launched`))
    if (deadlineMs === undefined) return { life, left: { ...beside, ...given } }
    return {
      life,
      left: { ...beside, ...given, deadlineMs: Math.max(1, Math.round(deadlineMs - (performance.now() - begun))) },
    }
  }

  /** Stops the plugin. */
  close(): void {
    void this.#supervised.stop().then(() => this.#close.resolve())
  }

  async #started(method: string): Promise<Life> {
    try {
      return await this.#supervised.running()
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const { details, hint } = error
      const known = {
        status: Status.unavailable,
        delivered: false,
        details,
        cause: error,
        ...(hint !== undefined && { hint }),
      }
      throw new RpcFailure('host/plugin-unavailable', `${method} was not sent: ${error.message}`, known)
    }
  }
}
