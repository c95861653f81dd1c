import { type CallControl, type ComputedValues, messageOf, PluginFailure } from '@slipway/model'
import { limitsOf } from '../../../call-deadlines.ts'
import { plainLines, plainWords } from '../../../plain-words.ts'
import type { Init, Method, StreamMethod } from '../../../wire/codec/message.ts'
import { type RpcChannel, RpcFailure } from '../../../wire/rpc/channel.ts'
import { Status } from '../../../wire/rpc/status.ts'
import type { ErrorResourceInitFailed } from '../../gen/errors.ts'
import { megabytesTooMany, mostMegabytes } from '../../convert/too-large.ts'
import type { Struct } from '../../gen/google-protobuf-struct.ts'
import { type ReadRequest, type ReadResponse, ResourceProvider } from '../../gen/provider.ts'
import { initFailureIn, reasonsIn } from './error-details.ts'

export interface PulumiCallOptions {
  /** Name of the method: `provider.Create`. */
  readonly method: string
  readonly deadlineMs: number
  readonly control: CallControl | undefined
  /** True for calls that change resources: a call that ended without an answer may have taken effect. */
  readonly changes?: boolean
  /** True for calls that create something. */
  readonly makes?: boolean
  /** Reads a plugin's report about a resource that exists but is incomplete. */
  readonly left?: (failed: ErrorResourceInitFailed) => ComputedValues
}

/** Statuses that leave the effect of a change unclear. */
const unclear: ReadonlySet<number> = new Set([
  Status.cancelled,
  Status.deadlineExceeded,
  Status.internal,
  Status.unavailable,
  Status.dataLoss,
])

/** Calls to one plugin: every way to fail becomes a PluginFailure. */
export class PulumiCalls {
  readonly #channel: RpcChannel
  readonly #pluginId: string
  #isLost = false

  constructor(channel: RpcChannel, pluginId: string) {
    this.#channel = channel
    this.#pluginId = pluginId
    void this.#noteEnd()
  }

  async #noteEnd(): Promise<void> {
    await this.#channel.closed
    this.#isLost = true
  }

  async call<Request, Response>(
    method: Method<Request, Response>,
    request: Init<Request>,
    options: PulumiCallOptions,
  ): Promise<Response> {
    const begunAt = performance.now()
    try {
      return await this.#channel.call(method, request, withGrace(limitsOf(options), options.control))
    } catch (error) {
      throw this.#failed(error, options, await this.#hasAnswered(error, options, begunAt))
    }
  }

  /**
   * Whether a plugin that was to make something has itself answered that this failed: the plugin is alive, and was neither stopped nor out
   * of time.
   */
  async #hasAnswered(error: unknown, options: PulumiCallOptions, begunAt: number): Promise<boolean> {
    const { makes = false, control } = options
    if (!makes || !(error instanceof RpcFailure) || !error.ended || unclear.has(error.status)) return false
    const { deadlineMs, signal } = limitsOf(options)
    const isLate = performance.now() - begunAt >= (control?.allowedMs ?? deadlineMs)
    if (isLate || signal?.aborted === true) return false
    // A plugin that dies during a call may have answered just before.
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
    return !this.#isLost
  }

  /** Like `call`, for reads: a report about a resource that exists but is incomplete counts as an answer, too. */
  async read(
    request: Init<ReadRequest>,
    options: PulumiCallOptions,
  ): Promise<ReadResponse & { reasons: readonly string[] }> {
    try {
      const answer = await this.#channel.call(
        ResourceProvider.Read,
        request,
        withGrace(limitsOf(options), options.control),
      )
      return { ...answer, reasons: [] }
    } catch (error) {
      const failed = error instanceof RpcFailure && error.ended ? initFailureOf(error) : undefined
      if (failed === undefined) throw this.#failed(error, options)
      return { ...failed, reasons: failed.reasons.length === 0 ? ['its plugin gives no reason'] : failed.reasons }
    }
  }

  /** Like `call`, for a method that answers with several messages. */
  async *stream<Request, Response>(
    method: StreamMethod<Request, Response>,
    request: Init<Request>,
    options: PulumiCallOptions,
  ): AsyncGenerator<Response, void, undefined> {
    try {
      yield* this.#channel.stream(method, request, withGrace(limitsOf(options), options.control))
    } catch (error) {
      throw this.#failed(error, options)
    }
  }

  /** Converts the plugin's answer; an answer that cannot be converted fails the call, which has been made. */
  understood<T>(options: PulumiCallOptions, convert: () => T): T {
    return this.#converted(
      { ...options, code: 'protocol/bad-answer', what: "the plugin's answer is not valid" },
      convert,
    )
  }

  /** Converts a request; a request that cannot be converted fails before it reaches the plugin. */
  prepared<T>(options: PulumiCallOptions, convert: () => T): T {
    const what = `${options.method} was not sent`
    return this.#converted({ ...options, changes: false, code: 'protocol/bad-message', what, unsent: true }, convert)
  }

  /** Makes a failure that has changed nothing: the plugin has refused, or was not asked. */
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

  /**
   * Fails for an answer about a resource that is too large to record: every later run would have to carry it.
   * @param made reads the part of the call's result that is recorded all the same
   */
  bounded(
    properties: Struct | undefined,
    { method, changes = false }: PulumiCallOptions,
    made?: () => ComputedValues,
  ): void {
    const megabytes = megabytesTooMany(properties)
    if (megabytes === undefined) return
    const message = `the plugin answers ${megabytes} MB about one resource; Slipway records at most ${mostMegabytes} MB`
    throw new PluginFailure('protocol/answer-too-large', message, {
      pluginId: this.#pluginId,
      method,
      pluginErrorCode: 'UNEXPECTED',
      refused: !changes,
      ...(made !== undefined && { made: made() }),
    })
  }

  #converted<T>(
    {
      method,
      changes,
      code,
      what,
      unsent = false,
    }: PulumiCallOptions & { code: string; what: string; unsent?: boolean },
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
        refused: unsent || changes !== true,
        unsent,
        cause: error,
      })
    }
  }

  #failed(error: unknown, options: PulumiCallOptions, hasAnswered = false): PluginFailure {
    const { method, changes = false, makes = false } = options
    const about = { pluginId: this.#pluginId, method, cause: error }
    if (!(error instanceof RpcFailure))
      return new PluginFailure('protocol/bad-message', messageOf(error), { ...about, pluginErrorCode: 'UNEXPECTED' })
    const { code, delivered, ended, status, details, hint, over } = error
    const isUnknown = code === 'protocol/unimplemented'
    const isHeard = delivered && !isUnknown
    const { reasons, made, isClear } = ended ? saidBy(error, options) : { reasons: [], isClear: true }
    // A plugin answers a plain error with UNKNOWN. After a failed update the old resource still exists; a failed create may have made
    // something.
    const isUnclear = unclear.has(status) || (makes && status === Status.unknown) || !isClear
    return new PluginFailure(ended && !isUnknown ? 'protocol/plugin-error' : code, plainWords(error.message), {
      ...about,
      reasons: plainLines([error.message, ...reasons]),
      pluginErrorCode: ended && status === Status.invalidArgument ? 'BAD_INPUT' : 'UNEXPECTED',
      inDoubt: changes && isHeard && made === undefined && (!ended || unclear.has(status)),
      // A read changes nothing, however it ends. An answer with any other status reports that nothing happened, or what happened.
      answered: hasAnswered && made === undefined && isClear,
      unsent: !delivered,
      refused: !isHeard || !changes || (ended && made === undefined && !isUnclear && status !== Status.unknown),
      details,
      ...(made !== undefined && { made }),
      ...(over !== undefined && { over }),
      ...(hint !== undefined && { hint }),
    })
  }
}

/** Extra time in milliseconds, so that the plugin itself can answer that a call takes too long. */
const graceMs = 10_000

function withGrace<L extends { readonly deadlineMs: number }>(limits: L, control: CallControl | undefined): L {
  return control?.allowedMs === undefined ? limits : { ...limits, deadlineMs: limits.deadlineMs + graceMs }
}

/** Returns a user's time limit in the plugin's unit, seconds; 0 when no limit is set. */
export function secondsAllowed(control: CallControl | undefined): number {
  return (control?.allowedMs ?? 0) / 1000
}

interface Said {
  readonly reasons: readonly string[]
  readonly made?: ComputedValues
  /** False when the error reports a made resource but the call does not read such reports, or when its details cannot be read. */
  readonly isClear: boolean
}

/** Reads the details of an error: the reasons, and the things that the call made in spite of the error. */
function saidBy({ statusDetails }: RpcFailure, { left }: PulumiCallOptions): Said {
  try {
    const failed = initFailureIn(statusDetails)
    if (failed === undefined) return { reasons: reasonsIn(statusDetails), isClear: true }
    const reasons = [`the resource exists, with the id "${failed.id}"`, ...failed.reasons]
    return left === undefined ? { reasons, isClear: false } : { reasons, isClear: true, made: left(failed) }
  } catch (error) {
    return { reasons: [`the rest of the plugin's answer cannot be read: ${messageOf(error)}`], isClear: false }
  }
}

/** Reads the report in an error; `undefined` when the details cannot be read. */
function initFailureOf({ statusDetails }: RpcFailure): ErrorResourceInitFailed | undefined {
  try {
    return initFailureIn(statusDetails)
  } catch {
    return undefined
  }
}

/** Words a plugin's complaint about one property, or about all of them. */
export function wordsOf({ property, reason }: { readonly property: string; readonly reason: string }): string {
  return property === '' ? reason : `${property}: ${reason}`
}
