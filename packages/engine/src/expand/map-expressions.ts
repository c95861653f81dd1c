import type {
  ConditionDeclaration,
  DataSourceDeclaration,
  Demands,
  ResourceDeclaration,
} from '../language/declarations.ts'
import type { Expression } from '../language/expression.ts'
import { optional } from '../language/parse/optional.ts'

type Change = (expression: Expression) => Expression

/** A resource with its expressions changed, except those that decide how many of it there are. */
export function mapResource(resource: ResourceDeclaration, change: Change): ResourceDeclaration {
  const { description, displayName, annotations, custom, options, demands, condition } = resource
  return {
    ...resource,
    spec: change(resource.spec),
    ...optional('description', description && change(description)),
    ...optional('displayName', displayName && change(displayName)),
    ...optional('annotations', annotations && change(annotations)),
    ...optional('custom', custom && change(custom)),
    ...optional('options', options && change(options)),
    ...optional('demands', demands && mapDemands(demands, change)),
    ...optional('condition', condition && change(condition)),
  }
}

export function mapDemands({ preconditions, postconditions, triggers }: Demands, change: Change): Demands {
  return {
    preconditions: preconditions.map((one) => mapCondition(one, change)),
    postconditions: postconditions.map((one) => mapCondition(one, change)),
    triggers: triggers.map(change),
  }
}

export function mapCondition({ path, condition, message }: ConditionDeclaration, change: Change): ConditionDeclaration {
  return { path, condition: change(condition), message: change(message) }
}

export function mapDataSource(source: DataSourceDeclaration, change: Change): DataSourceDeclaration {
  const { filters, displayName, annotations, custom, options } = source
  return {
    ...source,
    filters: filters.map(({ field, operator, search }) => ({ field, operator, search: search.map(change) })),
    ...optional('displayName', displayName && change(displayName)),
    ...optional('annotations', annotations && change(annotations)),
    ...optional('custom', custom && change(custom)),
    ...optional('options', options && change(options)),
  }
}

export function mapValues<V, R>(map: ReadonlyMap<string, V>, change: (value: V) => R): ReadonlyMap<string, R> {
  return new Map(Array.from(map, ([key, value]) => [key, change(value)] as const))
}
