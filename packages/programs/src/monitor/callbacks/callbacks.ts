import { Failure, messageOf } from '@slipway/model'
import { type Codec, decode, encode, type Init, type RpcChannel } from '@slipway/protocol'
import { Callbacks as Service, type monitor } from '@slipway/protocol/pulumi'

/** A function of the program, and its address. */
export type Callback = monitor.RegisterResourceRequest['transforms'][number]

/** Time limit for a function of a program, in milliseconds; it may wait for users. */
const longestMs = 24 * 3_600_000

/** Programs' messages may contain whole files. */
export const maxMessageBytes = 400 * 1024 * 1024

/** Opens a channel to a port where the program listens, and no other process, with a limit on message size in bytes. */
export type DialProgram = (port: number, maxMessageBytes: number) => Promise<RpcChannel>

/** Calls functions of the program. */
export class Callbacks {
  readonly #dial: DialProgram
  readonly #channels = new Map<string, Promise<RpcChannel>>()

  constructor(dial: DialProgram) {
    this.#dial = dial
  }

  /** Calls a function. Fails with `programs/callback-failed` if the function fails or does not answer. */
  async call<Request, Response>(
    { target, token }: Callback,
    [codec, request]: readonly [Codec<Request>, Init<Request>],
    answer: Codec<Response>,
    what: string,
  ): Promise<Response> {
    try {
      const call = { token, request: encode(codec, request) }
      const channel = await this.#channel(target)
      const { response } = await channel.call(Service.Invoke, call, { deadlineMs: longestMs })
      return decode(answer, response)
    } catch (cause) {
      throw new Failure('programs/callback-failed', `${what}: ${messageOf(cause)}`, { cause })
    }
  }

  close(): void {
    for (const channel of this.#channels.values())
      channel.then(
        (open) => open.close(),
        () => undefined,
      )
    this.#channels.clear()
  }

  #channel(target: string): Promise<RpcChannel> {
    const known = this.#channels.get(target)
    if (known !== undefined) return known
    const [, port = ''] = /^(?:127\.0\.0\.1|localhost):(\d+)$/.exec(target) ?? []
    if (port === '') throw new TypeError(`"${target}" is not an address of this machine`)
    const channel = this.#dial(Number(port), maxMessageBytes)
    this.#channels.set(target, channel)
    const forget = (): void => void this.#channels.delete(target)
    channel.then((open) => open.closed.then(forget), forget)
    return channel
  }
}
