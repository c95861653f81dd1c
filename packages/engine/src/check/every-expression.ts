import type {
  Blueprint,
  ConditionDeclaration,
  Demands,
  ResourceDeclaration,
  WrittenMetadata,
} from '../language/declarations.ts'
import type { Expression } from '../language/expression.ts'
import { partsIn, type NamingExpression } from '../language/references.ts'

/** A resource, either as it is written or checked. */
type Resource = Pick<ResourceDeclaration, 'condition' | 'demands' | 'description' | 'metadata' | 'spec'>

/** A data source, either as it is written or checked. */
type DataSource = Pick<ResourceDeclaration, 'metadata'> & {
  readonly filters: readonly { readonly search: readonly Expression[] }[]
}

/** All expressions that define a resource and decide whether it is wanted, in the order of "first mention". */
export function resourceExpressions(resource: Resource): readonly Expression[] {
  const { condition, demands, description, metadata, spec } = resource
  const found: Expression[] = []
  if (condition !== undefined) found.push(condition)
  if (description !== undefined) found.push(description)
  found.push(...metadataExpressions(metadata))
  // The expressions are added one by one, because the number of arguments of a call is limited.
  if (demands !== undefined) for (const expression of demandExpressions(demands)) found.push(expression)
  found.push(spec)
  return found
}

function demandExpressions({ preconditions, postconditions, triggers }: Demands): readonly Expression[] {
  return [...conditionExpressions([...preconditions, ...postconditions]), ...triggers]
}

export function conditionExpressions(conditions: readonly ConditionDeclaration[] = []): readonly Expression[] {
  return conditions.flatMap(({ condition, message }) => [condition, message])
}

/** All expressions of a data source. */
export function dataSourceExpressions(source: DataSource): readonly Expression[] {
  return [...source.filters.flatMap(({ search }) => search), ...metadataExpressions(source.metadata)]
}

function metadataExpressions({ displayName, annotations, custom }: WrittenMetadata): readonly Expression[] {
  return [displayName, annotations, custom].filter((expression) => expression !== undefined)
}

/** Calls `visit` with all expressions of a blueprint, including those that only decide which resources there are. */
export function everyExpression(blueprint: Blueprint, visit: (expression: Expression) => void): void {
  for (const { expression } of blueprint.values.values()) visit(expression)
  for (const source of blueprint.dataSources.values()) {
    for (const expression of dataSourceExpressions(source)) visit(expression)
    if (source.options !== undefined) visit(source.options)
  }
  for (const resource of blueprint.resources.values()) {
    for (const expression of resourceExpressions(resource)) visit(expression)
    const { each, eachKey, mayBeEmpty, options } = resource
    if (each !== undefined) visit(each)
    if (eachKey !== undefined) visit(eachKey)
    if (mayBeEmpty !== undefined) visit(mayBeEmpty)
    if (options !== undefined) visit(options)
  }
  for (const { expression } of blueprint.exports.values()) visit(expression)
  if (blueprint.metadata !== undefined) visit(blueprint.metadata)
  if (blueprint.protect !== undefined) visit(blueprint.protect)
  for (const expression of conditionExpressions(blueprint.requires)) visit(expression)
  for (const expression of conditionExpressions(blueprint.checks)) visit(expression)
}

const named = new WeakMap<Blueprint, readonly NamingExpression[]>()

/** All expressions of a blueprint that name something. They are collected once, because several checks need them. */
export function everyName(blueprint: Blueprint): readonly NamingExpression[] {
  let found = named.get(blueprint)
  if (found === undefined) {
    const parts: NamingExpression[] = []
    everyExpression(blueprint, (expression) => {
      for (const part of partsIn(expression)) parts.push(part)
    })
    found = parts
    named.set(blueprint, parts)
  }
  return found
}
