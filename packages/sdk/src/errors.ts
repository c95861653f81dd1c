import { messageOf, systemSentence, type PluginErrorCode } from '@slipway/model'

/** The error with which a plugin's own code reports a failed call and its kind. Any other thrown value is UNEXPECTED. */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly pluginErrorCode: PluginErrorCode
  readonly reasons: readonly string[]
  /** The plugin vouches that the call made and changed nothing. */
  readonly refused: boolean
  /** The user's next step. */
  readonly hint: string | undefined

  constructor(
    pluginErrorCode: PluginErrorCode,
    message: string,
    { reasons = [], refused: isRefusal = false, hint, cause }: CallErrorDetails,
  ) {
    super(message, cause === undefined ? undefined : { cause })
    this.pluginErrorCode = pluginErrorCode
    this.reasons = reasons.length > 0 ? reasons : [message]
    this.refused = isRefusal
    this.hint = hint
  }
}

export interface ErrorWords {
  /** The reasons that the user sees. Default: the message. */
  readonly reasons?: readonly string[]
  /** The user's next step: `give the account the role "writer"`. Shown below the reasons. */
  readonly hint?: string
  readonly cause?: unknown
}

export interface CallErrorDetails extends ErrorWords {
  readonly refused?: boolean
}

function detailsOf(words: readonly string[] | ErrorWords, cause: unknown): ErrorWords {
  return 'length' in words ? { reasons: words, cause } : words
}

/**
 * Throw this when another attempt may help: the engine tries again by the retry policy. `words` are the reasons that the user sees, or the
 * reasons with a hint and the cause.
 */
export function transient(message: string, words: readonly string[] | ErrorWords = [], cause?: unknown): CallError {
  return new CallError('TRANSIENT', message, detailsOf(words, cause))
}

/**
 * Throw this when the user has to change something; `words` as in `transient`. From a create it also means that nothing was made, like
 * `refused`.
 */
export function badInput(message: string, words: readonly string[] | ErrorWords = [], cause?: unknown): CallError {
  return new CallError('BAD_INPUT', message, detailsOf(words, cause))
}

/**
 * Throw this when neither helps, with your own reasons: the tail of a log, for example. From a create it means that something may have been
 * made: the engine looks for it.
 */
export function unexpected(message: string, words: readonly string[] | ErrorWords = [], cause?: unknown): CallError {
  return new CallError('UNEXPECTED', message, detailsOf(words, cause))
}

/**
 * Throw this when the call has made and changed nothing, and will have no later effect: the engine then need not look for results. From a
 * create, `badInput` means the same. Code that has already made something throws `unexpected`. A refusal also covers an earlier call under
 * the same resource id that was cut short.
 */
export function refused(
  message: string,
  words: readonly string[] | RefusalOptions = [],
  options: RefusalOptions = {},
): CallError {
  const given = 'length' in words ? { reasons: words, ...options } : words
  const { code = 'BAD_INPUT', ...details } = given
  return new CallError(code, message, { ...details, refused: true })
}

export interface RefusalOptions extends ErrorWords {
  /** The kind of the failure. Default: BAD_INPUT. */
  readonly code?: PluginErrorCode
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

/** A thrown value as a sentence. A system error names the path and the reason: `/etc/motd cannot be opened: permission is denied`. */
export function sentenceOf(thrown: unknown): string {
  return systemSentence(thrown) ?? messageOf(thrown)
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined
}
