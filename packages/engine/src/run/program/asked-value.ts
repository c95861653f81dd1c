import { type Value, valueMap } from '@slipway/model'
import type { CheckedResource } from '../../check/checked.ts'
import { evaluate } from '../../evaluate/evaluate.ts'
import { nothingDeclared } from '../../evaluate/scope.ts'
import { Budget } from '../../language/budget.ts'
import type { Expression } from '../../language/expression.ts'

/** A resource that a program asks for as one value, to compare it with an earlier request. The order of its dependencies means nothing. */
export function askedValue(resource: CheckedResource): Value {
  const { type, spec, description, metadata, options = {}, dependsOn, labels, removalPolicy, found } = resource
  const scope = { ...nothingDeclared, budget: new Budget() }
  const written = Object.entries({ spec, description, ...metadata }).flatMap(([key, part]): [string, Value][] =>
    isExpression(part) ? [[key, evaluate(part, scope)]] : [],
  )
  return valueMap([
    ...written,
    ['type', type],
    ['options', asValue(options)],
    ['dependsOn', dependsOn.toSorted()],
    ['labels', { ...labels }],
    ['removalPolicy', removalPolicy],
    ['found', asValue(found ?? null)],
  ])
}

function isExpression(part: unknown): part is Expression {
  return typeof part === 'object' && part !== null && 'kind' in part
}

/** Drops `undefined` properties. */
function asValue(plain: object | null): Value {
  return JSON.parse(JSON.stringify(plain)) as Value
}
