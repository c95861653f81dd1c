import { Failure, messageOf } from '@slipway/model'
import { type Codec, connectChannel, decode, encode, type Init, type RpcChannel } from '@slipway/protocol'
import { Callbacks as Service, type monitor } from '@slipway/protocol/pulumi'

/** A function of the program, and where it answers. */
export type Callback = monitor.RegisterResourceRequest['transforms'][number]

/** How long a function of a program may take, in milliseconds: it may wait for people. */
const longestMs = 24 * 3_600_000

/** Calls functions of the program. */
export class Callbacks {
  readonly #channels = new Map<string, RpcChannel>()

  /** Fails with a Failure `programs/callback-failed` when the function does, or does not answer. */
  async call<Request, Response>(
    { target, token }: Callback,
    [codec, request]: readonly [Codec<Request>, Init<Request>],
    answer: Codec<Response>,
    what: string,
  ): Promise<Response> {
    try {
      const call = { token, request: encode(codec, request) }
      const { response } = await this.#channel(target).call(Service.Invoke, call, { deadlineMs: longestMs })
      return decode(answer, response)
    } catch (cause) {
      throw new Failure('programs/callback-failed', `${what}: ${messageOf(cause)}`, { cause })
    }
  }

  close(): void {
    for (const channel of this.#channels.values()) channel.close()
    this.#channels.clear()
  }

  #channel(target: string): RpcChannel {
    const known = this.#channels.get(target)
    if (known !== undefined) return known
    const [, port = ''] = /^(?:127\.0\.0\.1|localhost):(\d+)$/.exec(target) ?? []
    if (port === '') throw new TypeError(`"${target}" is no place of this machine`)
    const channel = connectChannel({ port: Number(port) })
    this.#channels.set(target, channel)
    void channel.closed.then(() => this.#channels.delete(target))
    return channel
  }
}
