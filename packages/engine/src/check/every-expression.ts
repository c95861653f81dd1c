import type { Blueprint, ConditionDeclaration, Demands, ResourceDeclaration } from '../language/declarations.ts'
import type { Expression } from '../language/expression.ts'
import { partsIn, type NamingExpression } from '../language/references.ts'

type Described = Partial<Record<'displayName' | 'annotations' | 'custom', Expression>>

/** A resource as it is written, or checked. */
type Resource = Described & Pick<ResourceDeclaration, 'condition' | 'demands' | 'description' | 'spec'>

/** A data source as it is written, or checked. */
type DataSource = Described & { readonly filters: readonly { readonly search: readonly Expression[] }[] }

/** All expressions of a resource that say what it is, and whether it is wanted, in the order that counts for "first mention". */
export function* resourceExpressions(resource: Resource): Iterable<Expression> {
  const { condition, demands, description, displayName, annotations, custom, spec } = resource
  if (condition !== undefined) yield condition
  if (description !== undefined) yield description
  if (displayName !== undefined) yield displayName
  if (annotations !== undefined) yield annotations
  if (custom !== undefined) yield custom
  if (demands !== undefined) yield* demandExpressions(demands)
  yield spec
}

function* demandExpressions({ preconditions, postconditions, triggers }: Demands): Iterable<Expression> {
  yield* conditionExpressions([...preconditions, ...postconditions])
  yield* triggers
}

export function* conditionExpressions(conditions: readonly ConditionDeclaration[] = []): Iterable<Expression> {
  for (const { condition, message } of conditions) {
    yield condition
    yield message
  }
}

/** All expressions of a data source. */
export function* dataSourceExpressions(source: DataSource): Iterable<Expression> {
  const { filters, displayName, annotations, custom } = source
  for (const { search } of filters) yield* search
  if (displayName !== undefined) yield displayName
  if (annotations !== undefined) yield annotations
  if (custom !== undefined) yield custom
}

/** All expressions of a blueprint, including those that only decide which resources there are. */
export function* everyExpression(blueprint: Blueprint): Iterable<Expression> {
  for (const { expression } of blueprint.values.values()) yield expression
  for (const source of blueprint.dataSources.values()) {
    yield* dataSourceExpressions(source)
    if (source.options !== undefined) yield source.options
  }
  for (const resource of blueprint.resources.values()) {
    yield* resourceExpressions(resource)
    for (const deciding of [resource.each, resource.eachKey, resource.mayBeEmpty, resource.options])
      if (deciding !== undefined) yield deciding
  }
  for (const { expression } of blueprint.exports.values()) yield expression
  if (blueprint.metadata !== undefined) yield blueprint.metadata
  yield* conditionExpressions(blueprint.requires)
  yield* conditionExpressions(blueprint.checks)
}

const named = new WeakMap<Blueprint, readonly NamingExpression[]>()

/** Everything that names something, in all expressions of a blueprint. Collected once, as several checks need it. */
export function everyName(blueprint: Blueprint): readonly NamingExpression[] {
  let found = named.get(blueprint)
  if (found === undefined) {
    const parts: NamingExpression[] = []
    for (const expression of everyExpression(blueprint)) for (const part of partsIn(expression)) parts.push(part)
    found = parts
    named.set(blueprint, parts)
  }
  return found
}
