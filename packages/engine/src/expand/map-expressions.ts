import type {
  ConditionDeclaration,
  DataSourceDeclaration,
  Demands,
  ResourceDeclaration,
  WrittenMetadata,
} from '../language/declarations.ts'
import type { Expression } from '../language/expression.ts'
import { optional } from '../language/parse/optional.ts'

type Change = (expression: Expression) => Expression

/** A resource with its expressions changed, except those that decide the number of its instances. */
export function mapResource(resource: ResourceDeclaration, change: Change): ResourceDeclaration {
  const { description, metadata, options, demands, condition } = resource
  return {
    ...resource,
    spec: change(resource.spec),
    ...optional('description', description && change(description)),
    metadata: mapMetadata(metadata, change),
    ...optional('options', options && change(options)),
    ...optional('demands', demands && mapDemands(demands, change)),
    ...optional('condition', condition && change(condition)),
  }
}

/** A resource with all its expressions changed, including those that decide the number of its instances. */
export function mapTemplate(resource: ResourceDeclaration, change: Change): ResourceDeclaration {
  const { each, eachKey, mayBeEmpty } = resource
  return {
    ...mapResource(resource, change),
    ...optional('each', each && change(each)),
    ...optional('eachKey', eachKey && change(eachKey)),
    ...optional('mayBeEmpty', mayBeEmpty && change(mayBeEmpty)),
  }
}

export function mapMetadata({ displayName, annotations, custom }: WrittenMetadata, change: Change): WrittenMetadata {
  return {
    ...optional('displayName', displayName && change(displayName)),
    ...optional('annotations', annotations && change(annotations)),
    ...optional('custom', custom && change(custom)),
  }
}

function mapDemands({ preconditions, postconditions, triggers }: Demands, change: Change): Demands {
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
  const { filters, metadata, options } = source
  return {
    ...source,
    filters: filters.map(({ field, operator, search }) => ({ field, operator, search: search.map(change) })),
    metadata: mapMetadata(metadata, change),
    ...optional('options', options && change(options)),
  }
}

export function mapValues<V, R>(map: ReadonlyMap<string, V>, change: (value: V) => R): ReadonlyMap<string, R> {
  return new Map(Array.from(map, ([key, value]) => [key, change(value)] as const))
}
