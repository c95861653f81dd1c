import {
  isMap,
  Unknown,
  valueMap,
  type Diagnostic,
  type PropertySchema,
  type Value,
  type ValueMap,
} from '@slipway/model'
import type { SourceText } from '@slipway/source'
import type { CheckedResource } from '../checked.ts'
import { Budget } from '../../language/budget.ts'
import { evaluate } from '../../evaluate/evaluate.ts'
import { EvaluationFailure } from '../../language/failure.ts'
import { entryIndex, expressionAt, formatPath } from '../../language/path.ts'
import type { Scope } from '../../evaluate/scope.ts'
import type { Expression, Origin, PathStep } from '../../language/expression.ts'
import { conform, type ConformOptions, type ValueProblem } from '../../spec/conform.ts'
import { own } from '../../language/own.ts'

/** A diagnostic that has its place only as an origin. */
interface PlacedProblem {
  readonly code: string
  readonly origin: Origin
  readonly message: string
  readonly hint?: string | undefined
  readonly path: string
}

export interface ResolvedSpec {
  /** The spec for the provider, with defaults, without nones, and with secrets marked. It may contain unknowns. */
  readonly spec: ValueMap
  readonly diagnostics: readonly Diagnostic[]
}

/** The spec of a resource in a scope. Give the source to get diagnostics with places in it. */
export function resolveSpec(
  resource: Pick<CheckedResource, 'name' | 'spec' | 'definition' | 'origin'>,
  scope: Scope,
  source?: SourceText,
): ResolvedSpec {
  const diagnostics: Diagnostic[] = []
  const report = (problem: PlacedProblem) => diagnostics.push(placed(problem, source))
  const value = resolveValue(resource.spec, resource.definition.schema, scope, {
    root: `resources.${resource.name}.spec`,
    subject: resource.definition.type,
    origin: resource.origin,
    report,
  })
  return { spec: isMap(value) ? value : valueMap(), diagnostics }
}

export interface ResolveTarget {
  /** The path of the value in the blueprint: `resources.web.spec`. */
  readonly root: string
  /** The name for messages, if it is not the root: `local/file`. */
  readonly subject?: string
  /** The place of problems with the whole value, if it differs from that of the expression. */
  readonly origin?: Origin
  readonly report: (problem: PlacedProblem) => void
}

/** Evaluates an expression and fits the value to a schema. The result is null if there is no value. */
export function resolveValue(
  expression: Expression,
  schema: PropertySchema,
  scope: Scope,
  target: ResolveTarget,
): Value {
  const constant = knownConstant(expression, schema)
  if (constant !== undefined) return constant
  const { root, subject = root } = target
  const { budget } = scope
  let isGood = true
  const report = (problem: PlacedProblem): void => {
    isGood = false
    target.report(problem)
  }
  const options: ConformOptions = {
    subject,
    budget,
    report: (problem) => report(atItsPlace(expression, problem, target)),
    written: (path) => {
      const literal = expressionAt(expression, path)
      return literal.kind === 'literal' ? literal.text : undefined
    },
  }
  try {
    const value = budget.during(root, expression.origin, () => conform(schema, evaluate(expression, scope), options))
    if (isGood) keepConstant(expression, schema, value)
    return value
  } catch (thrown) {
    if (!(thrown instanceof EvaluationFailure)) throw thrown
    report({ code: thrown.code, origin: thrown.origin, message: thrown.message, hint: thrown.hint, path: root })
    return null
  }
}

/** Checks a newly known value against its schema. `path` is the beginning of the paths of problems. */
export function checkValue(schema: PropertySchema, value: Value, path: string): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = []
  conform(schema, value, {
    subject: path,
    budget: new Budget(),
    report: ({ code, message, hint, path: steps }) =>
      diagnostics.push({
        code,
        severity: 'error',
        message,
        path: formatPath(path, steps),
        ...(hint === undefined ? {} : { hint }),
      }),
  })
  return diagnostics
}

/**
 * The planned spec of a resource that is made or changed. The values that the provider fills in are unknown. `root` is the beginning of their names:
 * `resources.db.spec`.
 */
export function withUnknownComputed(schema: PropertySchema, value: Value, root: string): Value {
  if (schema.type !== 'object' || schema.attributes === undefined || !isMap(value)) return value
  const filled = valueMap()
  for (const key in value) {
    const attribute = own(schema.attributes, key)
    const below = value[key] ?? null
    filled[key] = attribute === undefined ? below : withUnknownComputed(attribute, below, formatPath(root, [key]))
  }
  for (const [key, attribute] of Object.entries(schema.attributes)) {
    const isFilledIn = attribute.computed === true || attribute.computedWhenOmitted === true
    if (isFilledIn && !(key in filled)) filled[key] = new Unknown(formatPath(root, [key]))
  }
  return filled
}

function atItsPlace(
  expression: Expression,
  problem: ValueProblem,
  { root, origin: whole }: ResolveTarget,
): PlacedProblem {
  const { code, message, hint, path, at } = problem
  const key = path.length === 0 ? whole : keyOrigin(expression, path)
  const origin = (at === 'key' ? key : undefined) ?? expressionAt(expression, path).origin
  return { code, origin, message, hint, path: formatPath(root, path) }
}

function keyOrigin(expression: Expression, path: readonly PathStep[]): Origin | undefined {
  const key = path.at(-1)
  const map = expressionAt(expression, path.slice(0, -1))
  if (map.kind !== 'map' || typeof key !== 'string') return undefined
  const start = map.keyStarts?.[entryIndex(map, key)]
  return start === undefined ? undefined : { start, end: start + key.length }
}

function placed({ code, origin, message, hint, path }: PlacedProblem, source: SourceText | undefined): Diagnostic {
  return {
    code,
    severity: 'error',
    message,
    path,
    ...placeInSource(origin, source),
    ...(hint === undefined ? {} : { hint }),
  }
}

/** Gives a diagnostic its place; without a source, it has no place. */
export function placeInSource(
  { start, end }: Origin,
  source: SourceText | undefined,
): Pick<Diagnostic, 'file' | 'range'> {
  return source === undefined ? {} : { file: source.fileAt(start), range: source.range(start, end) }
}

/** The values of constant expressions. Each was fitted to the schema with which it was last asked for. */
const known = new WeakMap<Expression, { readonly schema: PropertySchema; readonly value: Value }>()

/** The kept value, if there is one. Check, plan and run all evaluate a spec; without references, its value is the same each time. */
function knownConstant(expression: Expression, schema: PropertySchema): Value | undefined {
  const found = known.get(expression)
  return found?.schema === schema ? found.value : undefined
}

/** Keeps the value of a constant expression, which is always the same. */
function keepConstant(expression: Expression, schema: PropertySchema, value: Value): void {
  if (isConstant(expression)) known.set(expression, { schema, value })
}

/** True for an expression whose value is worth keeping. For tiny expressions, a lookup would take as long. */
function isConstant(expression: Expression): boolean {
  if (expression.kind === 'map') return expression.entries.every(([, value]) => isPlain(value))
  return expression.kind === 'list' && expression.items.every(isPlain)
}

function isPlain(expression: Expression): boolean {
  return expression.kind === 'literal' || isConstant(expression)
}
