import type { EditedProperty, FormerName, Wanted } from './draft.ts'
import type { AsProgram } from './programs/as-program.ts'
import type { Trouble } from './trouble.ts'

/** A user's edit of the blueprint. */
export type Edit =
  | { readonly do: 'write'; readonly resource: Wanted }
  | { readonly do: 'set'; readonly name: string; readonly property: EditedProperty; readonly to: string }
  | { readonly do: 'remove'; readonly name: string }
  | { readonly do: 'toggle'; readonly name: string }
  | { readonly do: 'rename'; readonly name: string; readonly to: string; readonly says?: FormerName['by'] }
  | { readonly do: 'swap'; readonly name: string; readonly with: string }
  /** The option that says what comes first when it is replaced. */
  | { readonly do: 'order'; readonly name: string; readonly goesFirst: boolean }
  /** To these slots it links from now on. */
  | { readonly do: 'link'; readonly name: string; readonly linksTo: readonly number[] }
  /** Back to the blueprint that was last deployed without a failure, or to the one before that. */
  | { readonly do: 'revert'; readonly back: number }

/** A user's deed outside, past Slipway. */
export type ByHand =
  | { readonly do: 'delete by hand'; readonly name: string }
  | { readonly do: 'change by hand'; readonly name: string }
  | { readonly do: 'make by hand'; readonly kind: string; readonly key: string }

/** A command of Slipway. */
export interface Command {
  readonly do: 'up' | 'plan' | 'refresh' | 'destroy'
  /** Decides what is left to chance: how long things take, and what becomes of calls that are cut short. */
  readonly luck: number
  /** Milliseconds since the command before. */
  readonly pause?: number
  readonly targets?: readonly string[]
  readonly replace?: readonly string[]
  readonly refresh?: true
  /** Looks outside for what Slipway has named as in doubt, and says what is there. */
  readonly settle?: true
  /** Carries out the plan that was saved last, as it was shown then. */
  readonly saved?: true
  readonly trouble?: readonly Trouble[]
  /** An `up` or a `plan`: a program says what is wanted, and there is no blueprint. */
  readonly program?: AsProgram
}

export type Move = Edit | ByHand | Command

export function isCommand(move: Move): move is Command {
  return 'luck' in move
}
