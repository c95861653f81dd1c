/** When something goes wrong: at the nth thing that the engine does with the outside, or when it first does this one. */
export type Moment = number | string

/** How a call of a provider ends badly. */
export type Failing =
  /** The provider says no, and vouches that nothing has changed. */
  | 'refuse'
  /** It does nothing, and says that something went wrong. */
  | 'unexpected'
  /** It carries out the call, or half of it, and reports a failure. */
  | 'half'
  /** As our SDK never does: it says that the input is bad, and does not vouch that nothing was made; `deny-half`: something was. */
  | 'deny'
  | 'deny-half'
  /** It says that it may go better the next time. */
  | 'transient'
  /** It dies before it has done anything. */
  | 'die'
  /** It dies before it can say that it has done it. */
  | 'die-done'
  /** It does not answer until the engine's patience ends. */
  | 'hang'

/** `wire`: a phase of a link. */
export type Method = 'deploy' | 'destroy' | 'read' | 'stabilised' | 'wire'

/** Something that goes wrong in one command. Plain data: part of a sequence, written and read by people. */
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
  /** Ctrl-C, and once more after some further things have happened; 0: at once. */
  | { readonly what: 'interrupt'; readonly at: Moment; readonly again?: number }
  /** The store fails from the nth commit on, or just that once; what it was given may be there all the same. */
  | { readonly what: 'store'; readonly commit: number; readonly isKept: boolean; readonly isLasting: boolean }
  /** Somebody else comes along. */
  | { readonly what: 'rival'; readonly at: Moment; readonly does: 'up' | 'plan' }
  /** Calls that are cut short take effect this late, in milliseconds; `never`: not at all. Chance decides without. */
  | { readonly what: 'late'; readonly ms: number | 'never' }

const marks = ['refuse', 'unexpected', 'half', 'transient', 'deny-half', 'deny'] as const

/** The mark of a value that its provider takes badly: `v2!half`. */
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
