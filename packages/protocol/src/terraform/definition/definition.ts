import {
  bareMap,
  type ConfigDefinition,
  type ConfigFieldDefinition,
  type DataSourceFieldSchema,
  type DataSourceTypeDefinition,
  type DefinitionRequest,
  type FilterFieldSchema,
  type FunctionDefinition,
  type FunctionValueType,
  type PropertySchema,
  type ProviderDefinition,
  type ResourceTypeDefinition,
} from '@slipway/model'
import type { CtyType } from '../cty/type.ts'
import { terraformName } from '../kept.ts'
import type {
  FunctionParameterSchema,
  FunctionSchema,
  IdentitySchema,
  ProviderSchemas,
  SchemaBook,
  TypeSchema,
} from '../schema/schema.ts'
import { ephemeralNamed, ephemeralNames } from './ephemeral-names.ts'
import { anything, objectOf, reasonOf, typeOf } from './property.ts'

/** Returns the provider's own name of a type: `local_file` for `tflocal/local_file`. */
export function ownName(type: string): string {
  return type.slice(type.indexOf('/') + 1)
}

export interface Book {
  readonly schemas: ProviderSchemas
  readonly identities: SchemaBook<IdentitySchema>
}

interface About {
  readonly pluginId: string
  readonly pluginVersion: string
  readonly namespace: string
}

/** Converts the definition of a provider to the form of the domain. Only the requested types are read. */
export function definitionOf(
  { schemas, identities }: Book,
  { resourceTypes, dataSourceTypes, functions }: DefinitionRequest,
  { pluginId, pluginVersion, namespace }: About,
): ProviderDefinition {
  const full = (name: string): string => `${namespace}/${name}`
  return {
    pluginId,
    pluginVersion,
    // A source without a host means the registry of OpenTofu.
    pluginDescriptor: `terraform:${pluginId.replace(/^registry\.opentofu\.org\//, '')}`,
    namespace,
    config: configOf(schemas.provider),
    checksUnconfigured: true,
    // Providers of Terraform retry by themselves.
    retryPolicy: { maxRetries: 0, firstDelayMs: 0, maxDelayMs: 0, factor: 1, jitter: false },
    resourceTypeNames: schemas.resources.names.map(full),
    // An ephemeral resource is read like a data source. Its values are only passed on.
    dataSourceTypeNames: [...schemas.dataSources.names, ...ephemeralNames(schemas)].map(full),
    functionNames: schemas.functions.names,
    resourceTypes: named(resourceTypes, (type) => {
      const schema = schemas.resources.get(ownName(type))
      const moves = schemas.capabilities.moveState ? { takesOver: true as const } : {}
      return schema && { ...resourceTypeOf(type, schema, identities.get(schema.name)), ...moves }
    }),
    dataSourceTypes: named(dataSourceTypes, (type) => {
      const name = ownName(type)
      const schema = schemas.dataSources.get(name) ?? ephemeralNamed(schemas, name)
      return schema && dataSourceOf(type, schema)
    }),
    functions: named(functions, (name) => {
      const schema = schemas.functions.get(ownName(name))
      return schema && functionOf(name, schema)
    }),
  }
}

function named<T>(names: readonly string[], find: (name: string) => T | undefined): Readonly<Record<string, T>> {
  const found = bareMap<T>()
  for (const name of names) {
    const one = find(name)
    if (one !== undefined) found[name] = one
  }
  return found
}

/**
 * Describes a resource type. Its provider plans every change and decides what needs a new resource, which is made after the old one is
 * gone.
 */
export function resourceTypeOf(
  type: string,
  { block, version }: TypeSchema,
  identity: IdentitySchema | undefined,
): ResourceTypeDefinition {
  const spec = objectOf(block)
  const hasId = spec.attributes['id']?.type === 'string'
  return {
    type,
    label: type,
    schema: { ...spec, attributes: { ...spec.attributes, [terraformName]: keptSchema } },
    ...(hasId && { idField: 'id' }),
    ...(hasId && identity === undefined && { findsByIdAlone: true }),
    importedBy: 'id',
    // The answer about each change says whether the old resource is destroyed first, so that users can decide otherwise.
    destroyBeforeCreate: false,
    settlement: 'ask',
    replacementBy: 'provider',
    comparedBy: 'provider',
    unstableWith: [],
    // Slipway counts versions from 1, and providers count from 0.
    schemaVersion: version + 1,
    stabilisedDependencies: [],
    ...(block.description !== '' && { description: block.description }),
    ...(block.deprecated !== undefined && { deprecated: reasonOf(block.deprecated) }),
  }
}

/** The part of a record beside the spec. What in it is secret comes marked (provider/record.ts). */
const keptSchema: PropertySchema = { ...anything, computed: true, nullable: true, isNote: true }

/** Describes a data source: its arguments are the filters, and all of its answer can be exported. */
function dataSourceOf(type: string, { block, type: whole }: TypeSchema): DataSourceTypeDefinition {
  const fields = bareMap<DataSourceFieldSchema>()
  const filterFields = bareMap<FilterFieldSchema>()
  let isMore = false
  for (const [name, of] of Object.entries(whole.attributes)) {
    const attribute = Object.hasOwn(block.attributes, name) ? block.attributes[name] : undefined
    const field = fieldOf(of, attribute?.sensitive === true)
    if (field === undefined) isMore = true
    else fields[name] = { ...field, ...(attribute !== undefined && described(attribute.description)) }
    if (attribute !== undefined && attribute.computed && !attribute.optional) continue
    const kind = of === 'number' ? 'float' : typeOf(of).type
    filterFields[name] = {
      type: kind,
      supportedOperators: kind === 'array' ? ['=', 'in'] : ['='],
      ...(attribute !== undefined && described(attribute.description)),
    }
  }
  return {
    type,
    label: type,
    fields,
    filterFields,
    ...(isMore && { hasMoreFields: true }),
    ...described(block.description),
    ...(block.deprecated !== undefined && { deprecated: reasonOf(block.deprecated) }),
  }
}

function described(description: string) {
  return description === '' ? {} : { description }
}

/** Describes a field of a data source; `undefined` for a field with parts, which only its name exports. */
function fieldOf(type: CtyType, sensitive: boolean): DataSourceFieldSchema | undefined {
  const about = { nullable: true, ...(sensitive && { sensitive }) }
  if (type === 'string') return { type, ...about }
  if (type === 'number') return { type: 'float', ...about }
  if (type === 'bool') return { type: 'boolean', ...about }
  if (typeof type === 'string' || (type.kind !== 'list' && type.kind !== 'set')) return undefined
  const items = fieldOf(type.element, false)
  return items === undefined ? undefined : { type: 'array', items, ...about }
}

function functionOf(name: string, schema: FunctionSchema): FunctionDefinition {
  const parameters = schema.parameters.map((parameter) => parameterOf(parameter))
  const { variadic, summary, description } = schema
  const about = summary === '' ? description : summary
  return {
    name,
    ...(about !== '' && { summary: about }),
    parameters: variadic === undefined ? parameters : [...parameters, { ...parameterOf(variadic), variadic: true }],
    returns: functionValue(schema.returns),
  }
}

function parameterOf({ name, type, allowsNull, description }: FunctionParameterSchema) {
  return {
    name,
    type: functionValue(type),
    ...(description !== '' && { description }),
    ...(allowsNull && { allowNull: true }),
  }
}

function functionValue(type: CtyType): FunctionValueType {
  if (type === 'string') return 'string'
  if (type === 'bool') return 'boolean'
  if (type === 'number') return 'float'
  if (type === 'dynamic') return 'any'
  if (type.kind === 'map' || type.kind === 'object') return type.kind
  return 'list'
}

/** Describes the settings of a provider. A setting with parts is given as JSON text. */
function configOf({ block, type }: TypeSchema): ConfigDefinition {
  const fields = bareMap<ConfigFieldDefinition>()
  for (const [name, of] of Object.entries(type.attributes)) {
    const attribute = Object.hasOwn(block.attributes, name) ? block.attributes[name] : undefined
    if (attribute !== undefined && attribute.computed && !attribute.optional) continue
    fields[name] = {
      type: of === 'bool' ? 'boolean' : of === 'number' ? 'float' : 'string',
      required: attribute?.required === true,
      secret: attribute?.sensitive === true,
      ...(attribute !== undefined && described(attribute.description)),
    }
  }
  return { fields, allowAdditionalFields: false }
}
