import { messageOf, systemSentence, type PluginErrorCode } from '@slipway/model'

/** How a plugin's own code says that a call failed, and of which kind the failure is. Anything else thrown is UNEXPECTED. */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly pluginErrorCode: PluginErrorCode
  readonly reasons: readonly string[]
  /** The plugin vouches that the call made and changed nothing. */
  readonly refused: boolean

  constructor(
    pluginErrorCode: PluginErrorCode,
    message: string,
    { reasons = [], refused: isRefusal = false, cause }: CallErrorDetails,
  ) {
    super(message, cause === undefined ? undefined : { cause })
    this.pluginErrorCode = pluginErrorCode
    this.reasons = reasons.length > 0 ? reasons : [message]
    this.refused = isRefusal
  }
}

export interface CallErrorDetails {
  /** Shown to the user. Default: the message. */
  readonly reasons?: readonly string[]
  readonly refused?: boolean
  readonly cause?: unknown
}

/** To throw when trying again may help: the engine does, by the retry policy. `reasons` are what the user is shown. */
export function transient(message: string, reasons: readonly string[] = [], cause?: unknown): CallError {
  return new CallError('TRANSIENT', message, { reasons, cause })
}

/**
 * To throw when the user has to change something. `reasons` are what the user is shown. From a create it says that nothing
 * was made, as `refused` does.
 */
export function badInput(message: string, reasons: readonly string[] = [], cause?: unknown): CallError {
  return new CallError('BAD_INPUT', message, { reasons, cause })
}

/**
 * To throw when neither helps, with reasons of one's own: the tail of a log, for example. From a create it says that
 * something may have been made: the engine looks for it.
 */
export function unexpected(message: string, reasons: readonly string[] = [], cause?: unknown): CallError {
  return new CallError('UNEXPECTED', message, { reasons, cause })
}

/**
 * To throw when the call has made and changed nothing, and nothing of it will take effect later: then the engine need not
 * look for it. From a create, `badInput` says the same. Who has already made something throws `unexpected`.
 */
export function refused(message: string, reasons: readonly string[] = [], options: RefusalOptions = {}): CallError {
  const { code = 'BAD_INPUT', cause } = options
  return new CallError(code, message, { reasons, refused: true, cause })
}

export interface RefusalOptions {
  /** Of which kind the failure is. Default: BAD_INPUT. */
  readonly code?: PluginErrorCode
  readonly cause?: unknown
}

export function isBadInput(thrown: unknown): boolean {
  return thrown instanceof CallError && thrown.pluginErrorCode === 'BAD_INPUT'
}

/** The sentences that the user is shown for anything thrown: its message, then those of its causes. */
export function reasonsOf(thrown: unknown): readonly string[] {
  if (thrown instanceof CallError) return thrown.reasons
  const reasons: string[] = []
  const seen = new Set<unknown>()
  for (let error = thrown; error !== undefined && !seen.has(error); error = causeOf(error)) {
    seen.add(error)
    reasons.push(sentenceOf(error))
    if (error instanceof AggregateError) reasons.push(...error.errors.map(sentenceOf))
  }
  return reasons
}

/** What was thrown in words; of what the system has refused, which path and why: `/etc/motd cannot be opened: permission is denied`. */
export function sentenceOf(thrown: unknown): string {
  return systemSentence(thrown) ?? messageOf(thrown)
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined
}
