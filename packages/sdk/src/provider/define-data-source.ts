import { safeParse, type $ZodObject, type $ZodType, type output } from 'zod/v4/core'
import {
  Failure,
  revealed,
  valueMap,
  type DataSourceFieldSchema,
  type DataSourceFilter,
  type DataSourceMetadata,
  type DataSourceTypeDefinition,
  type FetchRequest,
  type FilterFieldSchema,
  type PluginDiagnostic,
  type PropertySchema,
  type ValueMap,
} from '@slipway/model'
import { callOf, type Call, type Surroundings } from '../calls/call.ts'
import { badInput } from '../errors.ts'
import { adapt } from '../schema/adapt.ts'
import { reasonsOfIssues } from '../schema/issues.ts'
import { propertySchema } from '../schema/property-schema.ts'
import { toValueMap } from '../schema/to-value.ts'
import { shapeOf } from '../schema/zod.ts'

export type FilterOperator =
  | '='
  | '!='
  | '>'
  | '>='
  | '<'
  | '<='
  | 'in'
  | 'not in'
  | 'has key'
  | 'not has key'
  | 'contains'
  | 'not contains'
  | 'starts with'
  | 'not starts with'
  | 'ends with'
  | 'not ends with'

export interface FetchCall<F extends $ZodObject, Config> extends Call<Config> {
  /** The values of the `=` filters, parsed. */
  readonly where: output<F>
  /** All filters in their written form. */
  readonly filters: readonly DataSourceFilter[]
  /** The data source's metadata in the blueprint. */
  readonly metadata: DataSourceMetadata | undefined
}

export interface DataSourceOptions<F extends $ZodObject, S extends $ZodObject, C extends $ZodObject> {
  /** The name with the provider's namespace: `local/file`. */
  readonly type: string
  readonly label?: string
  readonly description?: string
  /** The filters. An optional property is an optional filter. */
  readonly filters: F
  /** Operators by filter, where there are more than `=`. */
  readonly operators?: { readonly [K in keyof output<F>]?: readonly FilterOperator[] }
  /** The fields: scalars, and lists of scalars. */
  readonly fields: S
  /** The provider's settings, when this type needs them. */
  readonly config?: C
  /** Filters that cannot be used together: `{ id: ['name'] }`. */
  readonly conflicts?: { readonly [K in keyof output<F>]?: readonly (keyof output<F> & string)[] }
  /** Blueprint fragments, each the text of one data source. */
  readonly examples?: readonly string[]
  /** Checks beyond the schema, before anything is fetched. */
  validate?(call: FetchCall<F, output<C>>): readonly PluginDiagnostic[] | Promise<readonly PluginDiagnostic[]>
  /** Finds the one thing that the filters describe; throws `badInput` when there is none. */
  fetch(call: FetchCall<F, output<C>>): Promise<output<S>> | output<S>
}

/** A data source type, ready for `defineProvider`. */
export interface DataSourceType {
  readonly type: string
  readonly config: $ZodObject | undefined
  define(): DataSourceTypeDefinition
  validate(request: FetchRequest, around: Surroundings): Promise<readonly PluginDiagnostic[]>
  fetch(request: FetchRequest, around: Surroundings): Promise<ValueMap>
}

/** Something outside that blueprints may read. */
export function defineDataSource<F extends $ZodObject, S extends $ZodObject, C extends $ZodObject = $ZodObject<{}>>(
  options: DataSourceOptions<F, S, C>,
): DataSourceType {
  const { type } = options
  return {
    type,
    config: options.config,
    define: () => ({
      type,
      label: options.label ?? type,
      ...(options.description !== undefined && { description: options.description }),
      ...(options.examples !== undefined && { examples: options.examples }),
      fields: eachProperty(options.fields, (schema, name) => fieldOf(propertySchema(schema, `${type} ${name}`), type)),
      filterFields: eachProperty(options.filters, (schema, name) => filterOf(options, schema, name)),
    }),
    async validate(request, around) {
      if (options.validate === undefined) return []
      return await options.validate(fetchCall(options, request, around))
    },
    async fetch(request, around) {
      const found = await options.fetch(fetchCall(options, request, around))
      return exported(toValueMap(found, 'the result of fetch'), request, options)
    },
  }
}

function fetchCall<F extends $ZodObject, S extends $ZodObject, C extends $ZodObject>(
  options: DataSourceOptions<F, S, C>,
  { dataSourceName, filters, metadata }: FetchRequest,
  around: Surroundings,
): FetchCall<F, output<C>> {
  const call = callOf<output<C>>(`${options.type} ${dataSourceName}`, around)
  return Object.assign(call, { where: whereOf(options, filters), filters, metadata })
}

function whereOf<F extends $ZodObject, S extends $ZodObject, C extends $ZodObject>(
  { type, filters }: DataSourceOptions<F, S, C>,
  given: readonly DataSourceFilter[],
): output<F> {
  const asked = valueMap()
  for (const { field, operator, search } of given) {
    if (!(field in shapeOf(filters))) throw badInput(`${type} has no filter "${field}"`)
    if (operator === '=') asked[field] = revealed(search[0] ?? null)
  }
  const result = safeParse(filters, adapt(filters, asked), { reportInput: true })
  if (result.success) return result.data
  throw badInput(`the filters do not fit ${type}`, reasonsOfIssues(result.error.issues, 'filter'))
}

/** Fields by the names that the blueprint gives them. */
function exported<F extends $ZodObject, S extends $ZodObject, C extends $ZodObject>(
  fields: ValueMap,
  { exports }: FetchRequest,
  { type, fields: schema }: DataSourceOptions<F, S, C>,
): ValueMap {
  const values = valueMap()
  for (const [name, { aliasFor }] of Object.entries(exports)) {
    const field = aliasFor ?? name
    if (!(field in shapeOf(schema))) throw badInput(`${type} has no field "${field}"`)
    values[name] = fields[field] ?? null
  }
  return values
}

function eachProperty<T>(schema: $ZodObject, convert: (property: $ZodType, name: string) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(shapeOf(schema)).map(([name, property]) => [name, convert(property, name)]))
}

function fieldOf(property: PropertySchema, type: string): DataSourceFieldSchema {
  const { type: kind, description, items, nullable, sensitive } = property
  if (kind === 'object' || kind === 'map' || kind === 'union')
    throw new Failure('sdk/unsupported-schema', `a field of data source ${type} is of type ${kind}`, {
      hint: 'fields are scalars and lists of scalars',
    })
  return {
    type: kind,
    ...(description !== undefined && { description }),
    ...(items !== undefined && { items: fieldOf(items, type) }),
    ...(nullable !== undefined && { nullable }),
    ...(sensitive !== undefined && { sensitive }),
  }
}

function filterOf<F extends $ZodObject, S extends $ZodObject, C extends $ZodObject>(
  options: DataSourceOptions<F, S, C>,
  schema: $ZodType,
  name: string,
): FilterFieldSchema {
  const property = propertySchema(schema, `${options.type} filter ${name}`)
  const operators: Readonly<Record<string, readonly FilterOperator[] | undefined>> = options.operators ?? {}
  const conflicts: Readonly<Record<string, readonly string[] | undefined>> = options.conflicts ?? {}
  return {
    type: property.type,
    ...(property.description !== undefined && { description: property.description }),
    supportedOperators: operators[name] ?? ['='],
    ...(conflicts[name] !== undefined && { conflictsWith: conflicts[name] }),
  }
}
