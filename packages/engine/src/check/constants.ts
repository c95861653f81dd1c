import type { PropertySchema, Value } from '@slipway/model'
import type { Expression } from '../language/expression.ts'

/** What a constant comes to by a schema, the one that it was fitted to last. */
const known = new WeakMap<Expression, { readonly schema: PropertySchema; readonly value: Value }>()

/** `undefined`: it is not known. A spec is worked out by the check, the plan and the run; one without references comes to the same each time. */
export function knownConstant(expression: Expression, schema: PropertySchema): Value | undefined {
  const found = known.get(expression)
  return found?.schema === schema ? found.value : undefined
}

/** Keeps the value of an expression that will come to the same again. */
export function keepConstant(expression: Expression, schema: PropertySchema, value: Value): void {
  if (isConstant(expression)) known.set(expression, { schema, value })
}

/** Not what is tiny: to look it up takes as long. */
function isConstant(expression: Expression): boolean {
  if (expression.kind === 'map') return expression.entries.every(([, value]) => isPlain(value))
  return expression.kind === 'list' && expression.items.every(isPlain)
}

function isPlain(expression: Expression): boolean {
  return expression.kind === 'literal' || isConstant(expression)
}
