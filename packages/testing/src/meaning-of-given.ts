import {
  type DataSourceTypeDefinition,
  namespaceOf,
  type PropertySchema,
  type ProviderDefinition,
  type ResourceTypeDefinition,
} from '@slipway/model'
import type { InstalledDefinitions } from '@slipway/operations'
import { didYouMean, nearestOrAll } from '@slipway/source'
import { computing } from '@slipway/testkit'

/** The fields that a test may give of a type, or of the answer of a function. */
export interface Fields {
  /** An object with only these fields. */
  readonly schema: PropertySchema
  /** An object that also has the fields that a stack or a blueprint sets. */
  readonly whole: PropertySchema
  /** There may be more fields, whose names nobody knows before. */
  readonly hasMore: boolean
}

/** Why a type or a function does not exist. */
export interface Missing {
  readonly why: string
  readonly hint: string | undefined
  /** The text could also be the name of a resource in a child. */
  readonly mayBeName: boolean
}

/** Looks up a type (`postgres/database`) or a function (`net::subnet`). */
export async function meaningOf(of: string, definitions: InstalledDefinitions): Promise<Fields | Missing> {
  const [, namespace = namespaceOf(of), name] = /^([^:]*)::(.+)$/.exec(of) ?? []
  if (namespace === 'core') return ofCore(of)
  const names = await definitions.defineUnconfigured(namespace, nothing)
  if (names === undefined) return noProvider(namespace, definitions)
  if (name !== undefined) return names.functionNames.includes(name) ? answer : noFunction(of, namespace, names)
  const among = (all: readonly string[]): readonly string[] => all.filter((type) => type === of)
  const resourceTypes = among(names.resourceTypeNames)
  const dataSourceTypes = among(names.dataSourceTypeNames)
  if (resourceTypes.length + dataSourceTypes.length === 0) return noType(of, names)
  const definition = await definitions.defineUnconfigured(namespace, { ...nothing, resourceTypes, dataSourceTypes })
  return together([
    ...resourceTypes.flatMap((type) => ofResource(definition?.resourceTypes[type])),
    ...dataSourceTypes.flatMap((type) => ofDataSource(definition?.dataSourceTypes[type])),
  ])
}

/** Joins the fields of types that share a name, such as a resource type and a data source type. */
export function together(all: readonly Fields[]): Fields {
  return {
    schema: joined(all.map(({ schema }) => schema)),
    whole: joined(all.map(({ whole }) => whole)),
    hasMore: all.some(({ hasMore }) => hasMore),
  }
}

function joined(each: readonly PropertySchema[]): PropertySchema {
  return object(Object.assign({}, ...each.map(({ attributes }) => attributes)))
}

const nothing = { resourceTypes: [], dataSourceTypes: [], functions: [] }

const anything: PropertySchema = { type: 'union' }

const answer: Fields = { schema: object({ result: anything }), whole: object({ result: anything }), hasMore: false }

function object(attributes: Readonly<Record<string, PropertySchema>>): PropertySchema {
  return { type: 'object', attributes }
}

function ofResource(definition: ResourceTypeDefinition | undefined): readonly Fields[] {
  if (definition === undefined) return []
  const { schema: whole } = definition
  let schema = object({})
  for (const [path, each] of computing(whole)) schema = placed(schema, path, each)
  return [{ schema, whole, hasMore: false }]
}

function placed(into: PropertySchema, [name = '', ...rest]: readonly string[], schema: PropertySchema): PropertySchema {
  const inner = rest.length === 0 ? schema : placed(into.attributes?.[name] ?? object({}), rest, schema)
  return object({ ...into.attributes, [name]: inner })
}

function ofDataSource(definition: DataSourceTypeDefinition | undefined): readonly Fields[] {
  if (definition === undefined) return []
  const schema = object(Object.fromEntries(Object.keys(definition.fields).map((name) => [name, anything])))
  return [{ schema, whole: schema, hasMore: definition.hasMoreFields === true }]
}

function ofCore(of: string): Missing {
  const why = 'Slipway itself answers it, in tests, too'
  const hint =
    of === 'core/exports' ? "write given.reference('db', { … }) for the exports of another instance" : undefined
  return { why, hint, mayBeName: !of.includes('::') && of !== 'core/exports' }
}

function noProvider(namespace: string, definitions: InstalledDefinitions): Missing {
  const near = didYouMean(namespace, definitions.namespaces())
  const how = near ?? definitions.howToInstall?.(namespace, false) ?? 'slipway plugin list shows the installed plugins'
  return { why: `no provider for "${namespace}" is installed`, hint: how, mayBeName: true }
}

function noType(of: string, { pluginId, resourceTypeNames, dataSourceTypeNames }: ProviderDefinition): Missing {
  const types = [...new Set([...resourceTypeNames, ...dataSourceTypeNames])]
  return { why: `${pluginId} has no type ${of}`, hint: nearestOrAll(of, types), mayBeName: false }
}

function noFunction(of: string, namespace: string, { pluginId, functionNames }: ProviderDefinition): Missing {
  const names = functionNames.map((name) => `${namespace}::${name}`)
  return { why: `${pluginId} has no function ${of}`, hint: nearestOrAll(of, names), mayBeName: false }
}
