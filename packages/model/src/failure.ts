import type { ComputedValues } from './provider/calls.ts'
import { shownPath, systemWords } from './system-words.ts'

export interface FailureDetails {
  /** The user's next step. */
  readonly hint?: string
  /** More lines that belong to the message: reasons, the tail of a log. */
  readonly details?: readonly string[]
  readonly cause?: unknown
}

/**
 * The one error class. Programs act on `code` (documented in docs/reference/errors.md), people read `message`, `details` and `hint`. An
 * error that is not a Failure is a bug of ours and is shown with its stack.
 */
export class Failure extends Error {
  override readonly name: string = 'Failure'
  readonly code: string
  readonly hint: string | undefined
  readonly details: readonly string[]

  constructor(code: string, message: string, { hint, details = [], cause }: FailureDetails = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.hint = hint
    this.details = details
  }
}

/** The kinds of failure that a plugin can report. */
export type PluginErrorCode = 'UNEXPECTED' | 'TRANSIENT' | 'BAD_INPUT'

export interface PluginFailureDetails extends FailureDetails {
  readonly pluginId: string
  /** The method's name in the documents: `provider.Resource.Deploy`. */
  readonly method: string
  readonly pluginErrorCode: PluginErrorCode
  /** The recorded reasons for the failure. If empty, the message is the only reason. */
  readonly reasons?: readonly string[]
  /** True if the call may or may not have taken effect, because the plugin died or the deadline passed in the middle of the call. */
  readonly inDoubt?: boolean
  /** True if the call is known to have changed nothing outside. */
  readonly refused?: boolean
  /** True if a living plugin has answered that it did not make the thing. By the rules of its dialect, the thing will not appear later. */
  readonly answered?: boolean
  /** True if the plugin never got the call. An earlier call of it may have had an effect. */
  readonly unsent?: boolean
  /** The provider's computed values for a resource that exists but did not become what it should. */
  readonly made?: ComputedValues
  /** Resolves when the work on the call is over. If absent, it is over already. */
  readonly over?: Promise<void>
}

/** A plugin call that failed, whichever side of the wire it failed on. */
export class PluginFailure extends Failure {
  override readonly name = 'PluginFailure'
  readonly pluginId: string
  readonly method: string
  readonly pluginErrorCode: PluginErrorCode
  readonly reasons: readonly string[]
  readonly inDoubt: boolean
  readonly refused: boolean
  readonly answered: boolean
  readonly unsent: boolean
  readonly made: ComputedValues | undefined
  readonly over: Promise<void> | undefined

  constructor(code: string, message: string, details: PluginFailureDetails) {
    super(code, message, details)
    this.pluginId = details.pluginId
    this.method = details.method
    this.pluginErrorCode = details.pluginErrorCode
    this.reasons = details.reasons !== undefined && details.reasons.length > 0 ? details.reasons : [message]
    this.inDoubt = details.inDoubt ?? false
    this.refused = details.refused ?? false
    this.answered = details.answered ?? false
    this.unsent = details.unsent ?? false
    this.made = details.made
    this.over = details.over
  }

  /** The same failure, without the promise that nothing was changed outside. */
  asUnclear(): PluginFailure {
    return this.refused ? this.reworded({}, { refused: false }) : this
  }

  /** The same failure in other words. Everything that programs act on stays, except for the given changes. */
  reworded(
    { message = this.message, hint = this.hint, details, reasons = this.reasons }: Wording,
    {
      refused = this.refused,
      made = this.made,
    }: { readonly refused?: boolean; readonly made?: ComputedValues | undefined } = {},
  ): PluginFailure {
    const { code, pluginId, method, pluginErrorCode, inDoubt, answered, unsent, over, cause } = this
    return new PluginFailure(code, message, {
      pluginId,
      method,
      pluginErrorCode,
      inDoubt,
      refused,
      answered,
      unsent,
      reasons,
      details: details ?? this.details,
      ...(made !== undefined && { made }),
      ...(over !== undefined && { over }),
      ...(hint !== undefined && { hint }),
      cause,
    })
  }
}

/** New words for a failure. Fields that are left out stay as they are. */
export interface Wording {
  readonly message?: string
  readonly hint?: string | undefined
  readonly details?: readonly string[]
  readonly reasons?: readonly string[]
}

/** The message of anything thrown. A refusal of the system is put in words: `permission is denied (open /etc/shadow)`. */
export function messageOf(thrown: unknown): string {
  const words = systemWords(thrown)
  if (words !== undefined) {
    const { path = '', syscall = '' } = thrown as NodeJS.ErrnoException
    return `${words} (${[syscall, ...(syscall.includes(path) ? [] : [shownPath(path)])].join(' ')})`
  }
  return thrown instanceof Error ? thrown.message : String(thrown)
}
