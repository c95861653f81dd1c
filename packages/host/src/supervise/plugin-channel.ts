import { Failure, type CallControl } from '@slipway/model'
import { RpcFailure, type Init, type Method, type RpcChannel } from '@slipway/protocol'
import type { Connection } from '../launch/launcher.ts'
import { limitedWait } from './limited-wait.ts'
import type { SupervisedPlugin } from './supervised-plugin.ts'

/**
 * The channel to a plugin whichever process runs it: it stays the same over relaunches, waits for one that is under
 * way (no longer than the call may take), and says of a call that a death has cut off who died and how. No call is made
 * twice.
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
    return current === undefined
      ? this.#callOnceStarted(method, request, control)
      : this.#callOn(current, method, request, control)
  }

  async #callOn<Request, Response>(
    connection: Connection,
    method: Method<Request, Response>,
    request: Init<Request>,
    control: CallControl | undefined,
  ): Promise<Response> {
    try {
      return await connection.channel.call(method, request, control)
    } catch (error) {
      throw await this.#supervised.explain(connection, error, method.name)
    }
  }

  /** The wait counts: what the launch took is gone from the call's time. */
  async #callOnceStarted<Request, Response>(
    method: Method<Request, Response>,
    request: Init<Request>,
    control: CallControl = {},
  ): Promise<Response> {
    const begun = performance.now()
    const what = `${this.#supervised.plugin.id} was being launched`
    const connection = await limitedWait(this.#started(method.name), control, { method: method.name, what })
    const { deadlineMs } = control
    const left = deadlineMs === undefined ? {} : { deadlineMs: Math.max(1, deadlineMs - (performance.now() - begun)) }
    return this.#callOn(connection, method, request, { ...control, ...left })
  }

  /** Stops the plugin. */
  close(): void {
    void this.#supervised.stop().then(() => this.#close.resolve())
  }

  async #started(method: string) {
    try {
      return await this.#supervised.connection()
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      // 14 is what gRPC calls unavailable.
      const { details, hint } = error
      const known = { status: 14, delivered: false, details, cause: error, ...(hint !== undefined && { hint }) }
      throw new RpcFailure('host/plugin-unavailable', `${method} was not sent: ${error.message}`, known)
    }
  }
}
