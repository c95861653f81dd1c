/** When a trouble happens: at the nth step of the engine outside, or at the first step with this name. */
export type Moment = number | string

/** How a call of a provider ends badly. */
export type Failing =
  /** The provider refuses, and promises that nothing has changed. */
  | 'refuse'
  /** It does nothing, and reports an unexpected error. */
  | 'unexpected'
  /** It carries out the call, or half of it, and reports a failure. */
  | 'half'
  /** Unlike our SDK, it reports bad input without a promise that nothing was made. With `deny-half`, something was. */
  | 'deny'
  | 'deny-half'
  /** It reports that another attempt may succeed. */
  | 'transient'
  /** It dies before it has done anything. */
  | 'die'
  /** It dies when the work is done, before its answer. */
  | 'die-done'
  /** It does not answer until the engine's patience ends. */
  | 'hang'

/** `wire`: a phase of a link. */
export type Method = 'deploy' | 'destroy' | 'read' | 'stabilised' | 'wire'

/** A trouble in one command. Plain data: part of a sequence, which people write and read. */
export type Trouble =
  | {
      readonly what: 'call'
      readonly method: Method
      readonly of: string
      readonly fails: Failing
      readonly times: number
    }
  /** kill -9 of the engine; its plugins die with it. */
  | { readonly what: 'kill'; readonly at: Moment }
  /** Ctrl-C, and again after some further steps; 0: at once. */
  | { readonly what: 'interrupt'; readonly at: Moment; readonly again?: number }
  /** The store fails at the nth commit, or from then on; the data may have arrived all the same. */
  | { readonly what: 'store'; readonly commit: number; readonly isKept: boolean; readonly isLasting: boolean }
  /** Another user runs a command at the same time. */
  | { readonly what: 'rival'; readonly at: Moment; readonly does: 'up' | 'plan' }
  /** The delay in milliseconds with which calls that are cut short take effect; `never`: not at all. Without this trouble, chance decides. */
  | { readonly what: 'late'; readonly ms: number | 'never' }

const marks = ['refuse', 'unexpected', 'half', 'transient', 'deny-half', 'deny'] as const

/** The mark in a value that makes its provider fail: `v2!half`. */
export function markIn(text: string | undefined): Failing | undefined {
  const at = text?.indexOf('!') ?? -1
  return at < 0 ? undefined : marks.find((mark) => text?.startsWith(mark, at + 1))
}

export function marked(value: string, mark: (typeof marks)[number]): string {
  return `${value}!${mark}`
}

export function withoutMark(value: string): string {
  return value.replace(/!.*/, '')
}

export const brokenBy = marks
