import type { EditedProperty, FormerName, IgnoredProperty, Wanted } from './draft.ts'
import type { AsProgram } from '../programs/as-program.ts'
import type { Trouble } from './trouble.ts'

/** A user's edit of the blueprint. */
export type Edit =
  | { readonly do: 'write'; readonly resource: Wanted }
  | { readonly do: 'set'; readonly name: string; readonly property: EditedProperty; readonly to: string }
  | { readonly do: 'remove'; readonly name: string }
  | { readonly do: 'toggle'; readonly name: string }
  | { readonly do: 'rename'; readonly name: string; readonly to: string; readonly says?: FormerName['by'] }
  | { readonly do: 'swap'; readonly name: string; readonly with: string }
  /** The option that decides which comes first in a replacement. */
  | { readonly do: 'order'; readonly name: string; readonly goesFirst: boolean }
  /** The option `protect`; without `to`, the option is removed from the blueprint. */
  | { readonly do: 'protect'; readonly name: string; readonly to?: boolean }
  /** The option that keeps a removed resource outside. */
  | { readonly do: 'retain'; readonly name: string; readonly to: boolean }
  /** The properties whose changes are ignored from now on. */
  | { readonly do: 'ignore'; readonly name: string; readonly ignores: readonly IgnoredProperty[] }
  /** The slots to which it links from now on. */
  | { readonly do: 'link'; readonly name: string; readonly linksTo: readonly number[] }
  /** Back to the blueprint that was last deployed without a failure, or to the one before that. */
  | { readonly do: 'revert'; readonly back: number }

/** `slipway state unprotect NAME`, which runs nothing. */
export interface Unprotect {
  readonly do: 'unprotect'
  readonly name: string
}

/** `slipway state mv NAME TO`, which runs nothing. */
export interface StateMove {
  readonly do: 'move'
  readonly name: string
  readonly to: string
}

/** A change that a user makes outside, without Slipway. */
export type ByHand =
  | { readonly do: 'delete by hand'; readonly name: string }
  | { readonly do: 'change by hand'; readonly name: string }
  | { readonly do: 'make by hand'; readonly kind: string; readonly key: string }

/** A command of Slipway. */
export interface Command {
  readonly do: 'up' | 'plan' | 'refresh' | 'destroy'
  /** Determines everything random: how long things take, and what becomes of calls that are cut short. */
  readonly luck: number
  /** Milliseconds since the command before. */
  readonly pause?: number
  readonly targets?: readonly string[]
  readonly exclude?: readonly string[]
  readonly replace?: readonly string[]
  readonly refresh?: true
  /** Looks outside for the things that Slipway has reported as in doubt, and answers. */
  readonly settle?: true
  /** On failure, returns to the earlier record. */
  readonly rollback?: true
  /** Carries out the last saved plan. */
  readonly saved?: true
  readonly trouble?: readonly Trouble[]
  /** Runs `up` or `plan` with a program in place of the blueprint. */
  readonly program?: AsProgram
}

export type Move = Edit | ByHand | Unprotect | StateMove | Command

export function isCommand(move: Move): move is Command {
  return 'luck' in move
}
