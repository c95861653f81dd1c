import type { DefinitionLookup } from '../check/definitions/definitions.ts'
import { everyName } from '../check/every-expression.ts'
import type { Blueprint } from '../language/declarations.ts'
import type { Budget } from '../language/budget.ts'
import type { Expression } from '../language/expression.ts'
import { optional } from '../language/parse/optional.ts'
import { rewriteExpression, type ReferenceExpression } from '../language/references.ts'
import { mapCondition, mapDataSource, mapResource, mapValues } from './map-expressions.ts'

/** Turns every reference to a whole resource into a reference to its id: `${bucket}` into `${bucket.spec.name}`. */
export function withResourceIds(blueprint: Blueprint, lookup: DefinitionLookup, budget: Budget): Blueprint {
  const bare = bareReferences(blueprint)
  if (bare.size === 0) return blueprint
  const idOf = (part: ReferenceExpression): Expression | undefined => {
    if (!bare.has(part)) return undefined
    const type = blueprint.resources.get(part.name)?.type.value
    const idField = type === undefined ? undefined : lookup.resourceType(type)?.idField
    return idField === undefined ? undefined : { ...part, path: ['spec', idField] }
  }
  const change = (expression: Expression): Expression => rewriteExpression(expression, idOf, budget)
  const { resources, dataSources, values, exports, metadata, requires, checks, protect } = blueprint
  return {
    ...blueprint,
    resources: mapValues(resources, (resource) => mapResource(resource, change)),
    dataSources: mapValues(dataSources, (source) => mapDataSource(source, change)),
    values: mapValues(values, (value) => ({ ...value, expression: change(value.expression) })),
    exports: mapValues(exports, (exported) => ({ ...exported, expression: change(exported.expression) })),
    ...optional('metadata', metadata && change(metadata)),
    ...optional(
      'requires',
      requires?.map((one) => mapCondition(one, change)),
    ),
    ...optional(
      'checks',
      checks?.map((one) => mapCondition(one, change)),
    ),
    ...optional('protect', protect && change(protect)),
  }
}

/** References to a resource without a field. References in `link(a, b)` are left out, because they mean the resource itself. */
function bareReferences(blueprint: Blueprint): ReadonlySet<Expression> {
  const bare = new Set<Expression>()
  const linked = new Set<Expression>()
  for (const part of everyName(blueprint)) {
    if (part.kind === 'call' && part.name === 'link') for (const { value } of part.args) linked.add(value)
    if (part.kind === 'reference' && part.to === 'resource' && part.path.length === 0) bare.add(part)
  }
  return bare.difference(linked)
}
