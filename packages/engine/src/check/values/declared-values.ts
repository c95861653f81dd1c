import type { PropertySchema } from '@slipway/model'
import type { Blueprint, ValueDeclaration, ValueType } from '../../language/declarations.ts'
import type { Expression } from '../../language/expression.ts'
import { optional } from '../../language/parse/optional.ts'
import type { CheckedBlueprint, CheckedValue } from '../checked.ts'
import type { Dependencies } from '../references/dependencies.ts'

/** The schema for a value or an export of a declared type. */
export function schemaOf(type: ValueType): PropertySchema {
  return type === 'object' ? { type: 'map' } : { type }
}

/** The type with which a field would be declared; `undefined` if it may have several types. */
export function valueTypeOf({ type }: PropertySchema): ValueType | undefined {
  if (type === 'map') return 'object'
  return type === 'union' ? undefined : type
}

/** True if nothing was written, not even `none`. */
export function isLeftEmpty(expression: Expression, text: string): boolean {
  const { start, end } = expression.origin
  return expression.kind === 'literal' && expression.value === null && text.slice(start, end) !== 'none'
}

/** A reference to a value that was a variable of a child, to check it against the declaration that it must fit. */
export function referenceTo({ name, expression: { origin } }: ValueDeclaration): Expression {
  return { kind: 'reference', to: 'value', name, path: [], origin }
}

/** The values in an order in which each comes after the values that it needs. */
export function valuesOf(blueprint: Blueprint, { valueOrder }: Dependencies): CheckedBlueprint['values'] {
  const values = new Map<string, CheckedValue>()
  for (const name of valueOrder) {
    const declared = blueprint.values.get(name)
    if (declared !== undefined)
      values.set(name, {
        secret: declared.secret,
        expression: asDeclared(declared),
        ...optional('variable', declared.variable),
      })
  }
  return values
}

/** The expression of a value. If its type is text and a number is written, the characters of the number are the text. */
function asDeclared({ type, expression }: ValueDeclaration): Expression {
  if (type !== 'string' || expression.kind !== 'literal' || typeof expression.value === 'object') return expression
  return { kind: 'literal', value: expression.text ?? String(expression.value), origin: expression.origin }
}
