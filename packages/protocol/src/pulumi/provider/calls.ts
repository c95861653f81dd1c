import { type CallControl, messageOf, type PluginErrorCode, PluginFailure } from '@slipway/model'
import { limitsOf } from '../../call-deadlines.ts'
import { plainLines, plainWords } from '../../plain-words.ts'
import type { Init, Method } from '../../wire/codec/message.ts'
import { type RpcChannel, RpcFailure } from '../../wire/rpc/channel.ts'
import { initFailureIn } from './init-failure.ts'

export interface PulumiCallOptions {
  /** `provider.Create` */
  readonly method: string
  readonly deadlineMs: number
  readonly control: CallControl | undefined
  /** True for calls that change the world: one that ended without an answer may have taken effect. */
  readonly changes?: boolean
  /** True for calls that make what was not there. */
  readonly makes?: boolean
}

/** How statuses of gRPC that a plugin answers with are to be read; any other is unexpected. */
const codes: Readonly<Record<number, PluginErrorCode>> = { 3: 'BAD_INPUT', 14: 'TRANSIENT' }

/** Calls to one plugin: every way to fail becomes a PluginFailure. */
export class PulumiCalls {
  readonly #channel: RpcChannel
  readonly #pluginId: string

  constructor(channel: RpcChannel, pluginId: string) {
    this.#channel = channel
    this.#pluginId = pluginId
  }

  async call<Request, Response>(
    method: Method<Request, Response>,
    request: Init<Request>,
    options: PulumiCallOptions,
  ): Promise<Response> {
    try {
      return await this.#channel.call(method, request, limitsOf(options))
    } catch (error) {
      throw this.#failed(error, options)
    }
  }

  /** Converts the plugin's answer; one that cannot be understood fails the call, which has been made. */
  understood<T>(options: PulumiCallOptions, convert: () => T): T {
    return this.#converted(
      { ...options, code: 'protocol/bad-answer', what: "the plugin's answer is not valid" },
      convert,
    )
  }

  /** Converts a request; one that cannot be converted fails before the plugin has heard of it. */
  prepared<T>(options: PulumiCallOptions, convert: () => T): T {
    const what = `${options.method} was not sent`
    return this.#converted({ ...options, changes: false, code: 'protocol/bad-message', what, refused: true }, convert)
  }

  /** Nothing has been changed: the plugin has said no, or it was not asked. */
  refusal(
    reasons: readonly string[],
    { method }: Pick<PulumiCallOptions, 'method'>,
    { code = 'protocol/plugin-error', hint }: { readonly code?: string; readonly hint?: string } = {},
  ): PluginFailure {
    return new PluginFailure(code, reasons[0] ?? 'the plugin gave no reason', {
      pluginId: this.#pluginId,
      method,
      pluginErrorCode: 'BAD_INPUT',
      reasons,
      refused: true,
      ...(hint !== undefined && { hint }),
    })
  }

  #converted<T>(
    {
      method,
      changes,
      code,
      what,
      refused = false,
    }: PulumiCallOptions & { code: string; what: string; refused?: boolean },
    convert: () => T,
  ): T {
    try {
      return convert()
    } catch (error) {
      throw new PluginFailure(code, `${what}: ${messageOf(error)}`, {
        pluginId: this.#pluginId,
        method,
        pluginErrorCode: 'UNEXPECTED',
        inDoubt: changes === true,
        refused,
        cause: error,
      })
    }
  }

  #failed(error: unknown, { method, changes, makes }: PulumiCallOptions): PluginFailure {
    const about = { pluginId: this.#pluginId, method, cause: error }
    if (!(error instanceof RpcFailure))
      return new PluginFailure('protocol/bad-message', messageOf(error), { ...about, pluginErrorCode: 'UNEXPECTED' })
    const { code, delivered, ended, status, details, hint, over } = error
    const isHeard = delivered && code !== 'protocol/unimplemented'
    const left = ended ? leftBy(error) : []
    return new PluginFailure(ended ? 'protocol/plugin-error' : code, plainWords(error.message), {
      ...about,
      reasons: plainLines([error.message, ...left]),
      pluginErrorCode: (ended ? codes[status] : undefined) ?? 'UNEXPECTED',
      // Providers say by an answer, whatever its status, that the call is over: that alone is no doubt.
      inDoubt: changes === true && isHeard && !ended,
      // A plugin that answers a create with an error has made nothing, or says what.
      refused: !isHeard || (makes === true && ended && left.length === 0),
      details,
      ...(over !== undefined && { over }),
      ...(hint !== undefined && { hint }),
    })
  }
}

/** Things that a failed call has left all the same, in sentences; mostly none. */
function leftBy({ statusDetails }: RpcFailure): readonly string[] {
  try {
    const left = initFailureIn(statusDetails)
    return left === undefined ? [] : [`the resource is there, under the id "${left.id}"`, ...left.reasons]
  } catch (error) {
    return [`what the plugin says of it besides cannot be read: ${messageOf(error)}`]
  }
}
