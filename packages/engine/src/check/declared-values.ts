import type { PropertySchema } from '@slipway/model'
import type { ValueDeclaration, ValueType } from '../language/declarations.ts'
import type { Expression } from '../language/expression.ts'

/** The schema of what a value, or an export, of a declared type may be. */
export function schemaOf(type: ValueType): PropertySchema {
  return type === 'object' ? { type: 'map' } : { type }
}

/** How a field would be declared; `undefined` when it may be of several types. */
export function valueTypeOf({ type }: PropertySchema): ValueType | undefined {
  if (type === 'map') return 'object'
  return type === 'union' ? undefined : type
}

/** Nothing was written, not even `none`. */
export function isLeftEmpty(expression: Expression, text: string): boolean {
  const { start, end } = expression.origin
  return expression.kind === 'literal' && expression.value === null && text.slice(start, end) !== 'none'
}

/** The value of a variable of a child: with what it has to fit. */
export function referenceTo({ name, expression: { origin } }: ValueDeclaration): Expression {
  return { kind: 'reference', to: 'value', name, path: [], origin }
}
