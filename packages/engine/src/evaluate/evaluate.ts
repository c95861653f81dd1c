import {
  Secret,
  Unknown,
  isList,
  isMap,
  isSecret,
  isUnknown,
  secret,
  secretFrom,
  secretParts,
  valueMap,
  type Value,
} from '@slipway/model'
import { didYouMean } from '@slipway/source'
import type { Expression, Origin, PathStep } from '../language/expression.ts'
import { isValue } from './functions/argument.ts'
import type { Argument } from './functions/argument.ts'
import { bounded } from '../language/bounded.ts'
import { listBytes, mapBytes } from '../language/budget.ts'
import { callFunction, functionNamed, storedAt } from './call.ts'
import { shortFunction } from './short-function.ts'
import { minusMeant } from '../language/hints/minus-meant.ts'
import { EvaluationFailure } from '../language/failure.ts'
import { formatPath, valueLabel } from '../language/path.ts'
import type { ReferenceExpression } from '../language/references.ts'
import { describe, scalarText } from '../language/scalar-text.ts'
import type { Scope } from './scope.ts'

/**
 * The value of an expression in a scope. A value that depends on an unknown is unknown; a value that depends on a secret is secret. `none` stays
 * null here; {@link resolveSpec} leaves it out.
 *
 * @throws EvaluationFailure when the expression cannot be evaluated, with the place of the faulty part
 */
export function evaluate(expression: Expression, scope: Scope): Value {
  const { budget } = scope
  budget.takeSteps()
  switch (expression.kind) {
    case 'literal':
      return expression.value
    case 'list':
      budget.takeBytes(listBytes(expression.items.length))
      return bounded(
        expression.items.map((item) => evaluate(item, scope)),
        expression.origin,
      )
    case 'map': {
      budget.takeBytes(mapBytes(expression.entries.length))
      const map = valueMap()
      for (const [key, value] of expression.entries) map[key] = evaluate(value, scope)
      return bounded(map, expression.origin)
    }
    case 'text':
      return evaluateText(expression, scope)
    case 'call':
    case 'function':
    case 'lambda':
      return storedAt(evaluateArgument(expression, scope), expression.origin)
    case 'reference':
      return evaluateReference(expression, scope)
  }
}

/** Evaluates an argument, like `evaluate`. The result may also be a function, or bytes. */
function evaluateArgument(expression: Expression, scope: Scope): Argument {
  if (expression.kind === 'function') return functionNamed(expression, scope)
  if (expression.kind === 'lambda') return shortFunction(expression, scope, evaluateArgument)
  if (expression.kind !== 'call') return evaluate(expression, scope)
  const { name, path, origin } = expression
  const result = callFunction(expression, scope, evaluateArgument)
  if (path.length === 0 && !isValue(result)) return result
  return follow(bounded(storedAt(result, origin), origin), path, origin, `${name}(…)`)
}

function evaluateText({ parts, origin }: TextExpression, scope: Scope): Value {
  let text = ''
  let unknown: Unknown | undefined
  const met: Value[] = []
  const secrets: Value[] = []
  for (const part of parts) {
    const marked = evaluate(part, scope)
    if (isSecret(marked)) met.push(marked)
    const value = isSecret(marked) ? marked.value : marked
    if (isUnknown(value)) {
      unknown ??= value
      continue
    }
    const written = scalarText(value)
    if (written === undefined) throw notText(part, value)
    scope.budget.takeBytes(written.length)
    text = bounded(text + written, origin)
    if (isSecret(marked)) secrets.push(marked)
  }
  const value = unknown ?? text
  return met.length > 0 ? secretFrom(met, value, secretParts(secrets)) : value
}

function notText(part: Expression, value: Value): EvaluationFailure {
  const hint = 'use one of its items or fields, join(list, separator), or write the ${…} alone, with no text around it'
  return new EvaluationFailure('blueprint/not-text', part.origin, `${describe(value)} cannot be part of text`, hint)
}

function evaluateReference(reference: ReferenceExpression, scope: Scope): Value {
  const { to, name, path, origin } = reference
  scope.budget.takeSteps(path.length)
  switch (to) {
    case 'variable':
      return follow(scope.variable(name, path), path, origin, `variables.${name}`)
    case 'value':
      return follow(scope.value(name, scope), path, origin, valueLabel(name))
    case 'resource':
      return follow(scope.resource(name), path, origin, `resources.${name}`)
    case 'datasource':
      return follow(scope.dataSource(name), path, origin, `datasources.${name}`)
    case 'parameter':
      return partOf(scope.parameter?.(name) ?? null, reference)
    case 'child':
    case 'elem':
    case 'index':
    case 'self':
      // This only happens in a blueprint that has been refused, but the rest of it is still evaluated.
      return new Unknown(formatPath(name, path))
  }
}

/** A part of an item. Unlike other values, an item must have the part, because a mistyped name would silently give nothing. */
function partOf(item: Value, { name, path, origin }: ReferenceExpression): Value {
  let value = item
  for (const [index, step] of path.entries()) {
    const plain = isSecret(value) ? value.value : value
    const root = formatPath(name, path.slice(0, index))
    if (typeof step === 'string' && isMap(plain) && plain[step] === undefined)
      throw noSuchKey(value, step, origin, root)
    value = follow(value, [step], origin, root)
  }
  return value
}

function noSuchKey(map: Value, key: string, origin: Origin, root: string): EvaluationFailure {
  const keys = isMap(map) ? Object.keys(map) : []
  const hint = keyHint(root, key, keys)
  return new EvaluationFailure('blueprint/no-such-part', origin, `${root} has no field "${key}"`, hint, isSecret(map))
}

function keyHint(root: string, key: string, keys: readonly string[]): string {
  const less = minusMeant(key, (name) => keys.includes(name))
  if (less !== undefined) return `did you mean ${root}.${less}?`
  const near =
    didYouMean(key, keys) ?? (keys.length === 0 ? 'it is empty;' : `it has: ${keys.slice(0, 10).join(', ')};`)
  return `${near} lookup(${root}, "${key}", otherwise) reads a value that may be missing`
}

type TextExpression = Extract<Expression, { kind: 'text' }>

/** The value at a path below another value, which messages call `root`. A missing field of a map is none, and so is everything below none. */
export function follow(from: Value, path: readonly PathStep[], origin: Origin, root: string): Value {
  let value = from
  const met: Secret[] = []
  for (const step of path) {
    if (value instanceof Secret) {
      met.push(value)
      value = value.value
    }
    if (value instanceof Unknown) value = new Unknown(formatPath(root, path))
    if (value === null || value instanceof Unknown) break
    const found = typeof step === 'number' ? itemOf(value, step) : fieldOf(value, step)
    if (found === undefined) throw noSuchPart(met.length > 0 ? secret(value) : value, step, origin, root)
    value = found
  }
  return met.length > 0 ? secretFrom(met, value) : value
}

function itemOf(list: Value, index: number): Value | undefined {
  return isList(list) ? list[index] : undefined
}

function fieldOf(map: Value, key: string): Value | undefined {
  return isMap(map) ? (map[key] ?? null) : undefined
}

/** A hint for a part that other languages read with a dot. */
function partHint(value: Value, step: PathStep): string | undefined {
  if (step === 'length' && (isList(value) || typeof value === 'string')) return 'its length is len(…)'
  return typeof step === 'string' && isList(value) ? 'write map(list, x => x.name) for a field of each item' : undefined
}

function noSuchPart(value: Value, step: PathStep, origin: Origin, root: string): EvaluationFailure {
  const what = typeof step === 'number' ? `item [${step}]` : `field "${step}"`
  const plain = isSecret(value) ? value.value : value
  const isShort = typeof step === 'number' && isList(plain)
  const found = isShort ? `a list of ${plain.length}, counted from 0` : describe(value)
  const instead = isShort ? '' : `, not a ${typeof step === 'number' ? 'list' : 'map'}`
  const message = `${root} has no ${what}: it is ${found}${instead}`
  return new EvaluationFailure('blueprint/no-such-part', origin, message, partHint(plain, step), isSecret(value))
}
