import { setTimeout as sleep } from 'node:timers/promises'

import { type CallControl, messageOf, PluginFailure } from '@slipway/model'

import type { Init, Method } from '../../wire/codec/message.ts'
import { type CallName, failureFromWire } from '../convert/calls/error.ts'
import { limitsOf } from '../../call-deadlines.ts'
import { plainWords } from '../../plain-words.ts'
import type { ErrorResponse } from '../gen/sharedtypesv1.ts'
import { type RpcChannel, RpcFailure } from '../../wire/rpc/channel.ts'

/** The common shape of answers: nearly every answer of the dialect is either a result or an error. */
export interface Answer {
  readonly errorResponse: ErrorResponse | undefined
}

export interface CallOptions {
  /** The method's name in the documents: `provider.Resource.Deploy`. */
  readonly method: string
  readonly deadlineMs: number
  readonly control: CallControl | undefined
  /** True for calls that change resources: a call that ended without an answer may have taken effect. */
  readonly changes?: boolean
}

/**
 * How long after the first call, in milliseconds, the client does not believe a refusal of its host id. Right after registration, a plugin
 * may not yet know this id, because it waits for the answer to Register, and refuses calls that arrive meanwhile.
 */
const idRaceMs = 3000
const idRacePauseMs = 5

/** Calls to one plugin: every way to fail becomes a PluginFailure. */
export class PluginCalls {
  readonly hostId: string
  readonly pluginId: string
  readonly #channel: RpcChannel
  #idRaceEnds: number | undefined
  #isKnown = false

  constructor(channel: RpcChannel, hostId: string, pluginId: string) {
    this.#channel = channel
    this.hostId = hostId
    this.pluginId = pluginId
  }

  /** Returns the answer, which is not an error. The caller checks that it has a result. */
  async call<Request, Response extends Answer>(
    method: Method<Request, Response>,
    request: Init<Request>,
    options: CallOptions,
  ): Promise<Response> {
    for (;;) {
      const answer = await this.#send(method, request, options)
      if (answer.errorResponse === undefined) {
        this.#isKnown = true
        return answer
      }
      if (!this.#isIdRace(answer.errorResponse))
        throw failureFromWire(answer.errorResponse, this.#name(options, method))
      await sleep(idRacePauseMs)
    }
  }

  /** Like `call`, for optional methods: `undefined` when the plugin does not have the method. */
  callIfKnown<Request, Response extends Answer>(
    method: Method<Request, Response>,
    request: Init<Request>,
    options: CallOptions,
  ): Promise<Response | undefined> {
    return ifKnown(this.call(method, request, options))
  }

  /** Fails the call unless the plugin's answer has this part. */
  needed<T>(part: T | undefined, options: CallOptions): T {
    if (part !== undefined) return part
    throw this.failure('protocol/empty-answer', 'the plugin gave an empty answer', options)
  }

  failure(code: string, message: string, options: CallOptions, cause?: unknown): PluginFailure {
    return new PluginFailure(code, message, {
      ...this.#name(options),
      pluginErrorCode: 'UNEXPECTED',
      inDoubt: options.changes === true,
      ...(cause === undefined ? {} : { cause }),
    })
  }

  /** Converts the plugin's answer; an answer that cannot be converted fails the call. */
  understood<T>(options: CallOptions, convert: () => T): T {
    try {
      return convert()
    } catch (error) {
      if (error instanceof PluginFailure) throw error
      throw this.failure('protocol/bad-answer', `the plugin's answer is not valid: ${messageOf(error)}`, options, error)
    }
  }

  /** Prepares a call: the schema of its values and its request. A failure here means that nothing has reached the plugin. */
  async prepared<T>(options: CallOptions, prepare: () => T | Promise<T>): Promise<T> {
    try {
      return await prepare()
    } catch (error) {
      const known = error instanceof PluginFailure ? error : undefined
      const message = `${options.method} was not sent: ${messageOf(error)}`
      throw new PluginFailure(known?.code ?? 'protocol/bad-message', message, {
        ...this.#name(options),
        pluginErrorCode: known?.pluginErrorCode ?? 'UNEXPECTED',
        reasons: known?.reasons ?? [messageOf(error)],
        refused: true,
        unsent: true,
        details: known?.details ?? [],
        ...(known?.hint === undefined ? {} : { hint: known.hint }),
        cause: error,
      })
    }
  }

  async #send<Request, Response>(
    method: Method<Request, Response>,
    request: Init<Request>,
    options: CallOptions,
  ): Promise<Response> {
    const { control } = options
    try {
      return await this.#channel.call(method, request, {
        ...limitsOf(options),
        ...(control?.within === undefined ? {} : { within: control.within }),
        ...(control?.tag === undefined ? {} : { tag: control.tag }),
      })
    } catch (error) {
      if (!(error instanceof RpcFailure)) throw this.failure('protocol/bad-message', messageOf(error), options, error)
      const isHeard = error.delivered && error.code !== 'protocol/unimplemented'
      throw new PluginFailure(error.code, plainWords(error.message), {
        ...this.#name(options, method),
        pluginErrorCode: 'UNEXPECTED',
        inDoubt: options.changes === true && isHeard,
        refused: !isHeard,
        unsent: !error.delivered,
        details: error.details,
        ...(error.over === undefined ? {} : { over: error.over }),
        ...(error.hint === undefined ? {} : { hint: error.hint }),
        cause: error,
      })
    }
  }

  #isIdRace(error: ErrorResponse): boolean {
    if (this.#isKnown || !error.message.startsWith('invalid host ID')) return false
    this.#idRaceEnds ??= performance.now() + idRaceMs
    return performance.now() < this.#idRaceEnds
  }

  /** Returns the name of the call. Describing a plugin takes many methods; the wire knows which of them failed. */
  #name({ method }: CallOptions, wire?: Pick<Method<never, never>, 'name'>): CallName {
    const isDefinition = wire !== undefined && method === 'provider.Define'
    return { pluginId: this.pluginId, method: isDefinition ? `provider.${wire.name}` : method }
  }
}

/** Returns the answer to a call; `undefined` when the plugin does not have the method. */
export async function ifKnown<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call
  } catch (error) {
    if (error instanceof PluginFailure && error.code === 'protocol/unimplemented') return undefined
    throw error
  }
}
