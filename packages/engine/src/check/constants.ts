import type { PropertySchema, Value } from '@slipway/model'
import type { Expression } from '../language/expression.ts'

/** The value of a constant expression, fitted to the schema with which it was last asked for. */
const known = new WeakMap<Expression, { readonly schema: PropertySchema; readonly value: Value }>()

/** The kept value, if there is one. Check, plan and run all evaluate a spec; without references, its value is the same each time. */
export function knownConstant(expression: Expression, schema: PropertySchema): Value | undefined {
  const found = known.get(expression)
  return found?.schema === schema ? found.value : undefined
}

/** Keeps the value of an expression that will always have the same one. */
export function keepConstant(expression: Expression, schema: PropertySchema, value: Value): void {
  if (isConstant(expression)) known.set(expression, { schema, value })
}

/** False for tiny expressions: looking them up would take as long. */
function isConstant(expression: Expression): boolean {
  if (expression.kind === 'map') return expression.entries.every(([, value]) => isPlain(value))
  return expression.kind === 'list' && expression.items.every(isPlain)
}

function isPlain(expression: Expression): boolean {
  return expression.kind === 'literal' || isConstant(expression)
}
