import type { Operator } from './operators.ts'

/** Offsets into the file; `end` is exclusive. */
interface Written {
  readonly start: number
  readonly end: number
  /** True if it is written as it would be inside `${…}` in the other forms. */
  readonly isPlain: boolean
}

/** An expression of the blueprint language as the file has it. */
export type Expression =
  | (Written & { readonly kind: 'literal'; readonly value: null | boolean | number | bigint })
  | (Written & { readonly kind: 'text'; readonly parts: readonly TextPart[] })
  | (Written & { readonly kind: 'reference' })
  | (Written & { readonly kind: 'list'; readonly items: readonly Expression[] })
  | (Written & { readonly kind: 'object'; readonly entries: readonly ObjectEntry[] })
  | (Written & {
      readonly kind: 'call'
      readonly name: string
      readonly args: readonly Argument[]
      readonly pathStart: number
    })
  | (Written & { readonly kind: 'not'; readonly inner: Expression })
  | (Written & { readonly kind: 'minus'; readonly inner: Expression })
  | (Written & {
      readonly kind: 'choice'
      readonly condition: Expression
      readonly chosen: Expression
      readonly otherwise: Expression
    })
  | (Written & {
      /** `x => …`, as an argument of a call. */
      readonly kind: 'lambda'
      readonly parameters: readonly string[]
      readonly body: Expression
    })
  | (Written & {
      readonly kind: 'operation'
      readonly operator: Operator
      readonly sign: string
      readonly left: Expression
      readonly right: Expression
    })

/** A stretch of a text in quotes: characters that begin at `start`, or the content of `${…}`. */
export type TextPart =
  | { readonly kind: 'characters'; readonly value: string; readonly start: number; readonly end: number }
  | { readonly kind: 'substitution'; readonly start: number; readonly end: number; readonly inner: Expression }

export interface ObjectEntry {
  readonly key: string
  readonly keyStart: number
  readonly keyEnd: number
  readonly value: Expression
}

export interface Argument {
  readonly name?: string
  readonly start: number
  readonly value: Expression
}
