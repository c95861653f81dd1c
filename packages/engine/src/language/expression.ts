import type { Value } from '@slipway/model'

/** The stretch of text that holds an expression, as offsets into the blueprint's text. */
export interface Origin {
  readonly start: number
  readonly end: number
}

/** A step into a value: either a name (`.port`, `["port"]`) or an index (`[0]`). */
export type PathStep = string | number

/**
 * A value as a blueprint writes it. `text` is a string with `${…}` in it. A string that is a single `${…}` is that expression itself, and
 * keeps its type.
 */
export type Expression =
  | {
      readonly kind: 'literal'
      readonly value: Value
      /** The text of a number that does not print as it was written, such as `1.10`. The text counts where text is wanted. */
      readonly text?: string
      readonly origin: Origin
    }
  | { readonly kind: 'list'; readonly items: readonly Expression[]; readonly origin: Origin }
  | {
      readonly kind: 'map'
      readonly entries: readonly (readonly [string, Expression])[]
      /** The start of each key, in the order of the entries. */
      readonly keyStarts?: readonly number[]
      readonly origin: Origin
    }
  | { readonly kind: 'text'; readonly parts: readonly Expression[]; readonly origin: Origin }
  | {
      readonly kind: 'call'
      readonly name: string
      readonly args: readonly CallArgument[]
      readonly path: readonly PathStep[]
      /** The sign with which the call is written, such as `+`. Only messages and writers use it. */
      readonly sign?: string
      readonly origin: Origin
    }
  | {
      /** A short function that is passed to another function: `x => x.id`. */
      readonly kind: 'lambda'
      readonly parameters: readonly string[]
      readonly body: Expression
      readonly origin: Origin
    }
  | {
      /** A function that is passed to another function, by its name. */
      readonly kind: 'function'
      readonly name: string
      readonly origin: Origin
    }
  | {
      readonly kind: 'reference'
      readonly to: ReferenceTarget
      readonly name: string
      readonly path: readonly PathStep[]
      readonly origin: Origin
    }

/** The sign of a call that negates a number: `-x`. */
export const prefixMinus = '-x'

export interface CallArgument {
  readonly name?: string
  readonly value: Expression
}

export type ReferenceTarget =
  | 'variable'
  | 'value'
  | 'resource'
  | 'datasource'
  | 'child'
  | 'elem'
  | 'index'
  | 'self'
  /** A parameter of the surrounding short function. */
  | 'parameter'
