import {
  type DataSourceFieldSchema,
  type DataSourceFilter,
  type DataSourceMetadata,
  type DataSourceTypeDefinition,
  type FetchRequest,
  type FilterFieldSchema,
  revealed,
  type Scalar,
  type ScalarType,
  type Value,
  type ValueMap,
  valueMap,
} from '@slipway/model'

import type { Init } from '../../../wire/codec/message.ts'
import {
  type DataSourceFilterFieldSchema,
  DataSourceSpecSchemaType,
  type DataSourceSpecSchema,
  type ResolvedDataSource,
  type ResolvedDataSourceFilter,
  type ResolvedDataSourceMetadata,
} from '../../gen/providerserverv1.ts'
import type { DataSource, DataSourceFilterSearch, MappingNode, ScalarValue } from '../../gen/schema.ts'
import { present } from '../present.ts'
import { scalarFromWire } from '../values/scalar.ts'
import { plainWords } from '../../../plain-words.ts'
import { answersToWire, mapFromWire, valueFromWire, valueToWire } from '../values/value.ts'

type FieldType = ScalarType | 'array'

const fieldTypes: Readonly<Record<number, FieldType>> = {
  [DataSourceSpecSchemaType.STRING]: 'string',
  [DataSourceSpecSchemaType.INTEGER]: 'integer',
  [DataSourceSpecSchemaType.FLOAT]: 'float',
  [DataSourceSpecSchemaType.BOOLEAN]: 'boolean',
  [DataSourceSpecSchemaType.ARRAY]: 'array',
}

export function dataSourceFieldsFromWire(
  wire: Record<string, DataSourceSpecSchema>,
): Record<string, DataSourceFieldSchema> {
  const fields: Record<string, DataSourceFieldSchema> = Object.create(null)
  for (const [name, field] of Object.entries(wire)) fields[name] = fieldFromWire(field)
  return fields
}

function fieldFromWire(wire: DataSourceSpecSchema): DataSourceFieldSchema {
  return {
    type: fieldTypes[wire.type] ?? 'string',
    ...present({
      description: plainWords(wire.description),
      items: wire.items && fieldFromWire(wire.items),
      nullable: wire.nullable,
      sensitive: wire.sensitive,
    }),
  }
}

export function dataSourceFieldsToWire(
  fields: Readonly<Record<string, DataSourceFieldSchema>>,
): Record<string, Init<DataSourceSpecSchema>> {
  const wire: Record<string, Init<DataSourceSpecSchema>> = Object.create(null)
  for (const [name, field] of Object.entries(fields)) wire[name] = fieldToWire(field)
  return wire
}

function fieldToWire(field: DataSourceFieldSchema): Init<DataSourceSpecSchema> {
  return {
    ...field,
    type: DataSourceSpecSchemaType[field.type.toUpperCase() as Uppercase<FieldType>],
    items: field.items && fieldToWire(field.items),
  }
}

export function filterFieldsFromWire(
  wire: Record<string, DataSourceFilterFieldSchema>,
): Record<string, FilterFieldSchema> {
  const fields: Record<string, FilterFieldSchema> = Object.create(null)
  for (const [name, field] of Object.entries(wire))
    fields[name] = {
      type: field.type,
      supportedOperators: field.supportedOperators.map(plainWords),
      ...present({ description: plainWords(field.description), conflictsWith: field.conflictsWith.map(plainWords) }),
    }
  return fields
}

function exportsToWire(given: FetchRequest['exports']): Record<string, Init<WireExport>> {
  const exports: Record<string, Init<WireExport>> = Object.create(null)
  for (const [name, { type, aliasFor }] of Object.entries(given))
    exports[name] = { type, ...(aliasFor === undefined ? {} : { aliasFor: { stringValue: aliasFor } }) }
  return exports
}

/** Converts a request. Go SDKs read the metadata without checking that it is present, so an empty message stands for absent metadata. */
export function fetchToWire(request: FetchRequest): Init<ResolvedDataSource> {
  const { metadata } = request
  return {
    type: { type: request.type },
    filter: request.filters.map((filter) => ({
      field: { stringValue: filter.field },
      operator: filter.operator,
      search: { values: filter.search.map((value) => valueToWire(value) ?? {}) },
    })),
    exports: exportsToWire(request.exports),
    dataSourceMetadata: {
      displayName: valueToWire(metadata?.displayName),
      annotations: valueToWire(metadata?.annotations),
      custom: valueToWire(metadata?.custom),
    },
  }
}

/**
 * Reads the request to a plugin, without type and context. The wire does not carry the data source's name, and a host that names no exports
 * wants every field.
 */
export function fetchFromWire(
  wire: ResolvedDataSource | undefined,
  fields: DataSourceTypeDefinition['fields'],
): FetchParts {
  const metadata = metadataFromWire(wire?.dataSourceMetadata)
  return {
    filters: (wire?.filter ?? []).map(filterFromWire),
    exports: exportsFromWire(wire?.exports, fields),
    ...(metadata && { metadata }),
  }
}

type FetchParts = Pick<FetchRequest, 'filters' | 'exports' | 'metadata'>

function exportsFromWire(
  wire: Record<string, WireExport> = {},
  fields: DataSourceTypeDefinition['fields'],
): FetchRequest['exports'] {
  const exports: Record<string, FetchRequest['exports'][string]> = Object.create(null)
  for (const [name, { type, aliasFor }] of Object.entries(wire))
    exports[name] = { type, ...(aliasFor?.stringValue === undefined ? {} : { aliasFor: aliasFor.stringValue }) }
  if (Object.keys(exports).length > 0) return exports
  for (const [name, { type }] of Object.entries(fields)) exports[name] = { type }
  return exports
}

/** The fields that an export has in both messages of the wire that carry exports. */
interface WireExport {
  readonly type: string
  readonly aliasFor: ScalarValue | undefined
}

/**
 * Reads a plugin's answer, by the names that the blueprint gives to the exports. A plugin answers under the names of its fields; some
 * plugins answer under the names of the exports, which counts where the field is missing.
 */
export function exportedFromWire(data: Record<string, MappingNode>, exports: FetchRequest['exports']): ValueMap {
  const values = valueMap()
  for (const [name, { aliasFor }] of Object.entries(exports)) {
    const field = aliasFor !== undefined && Object.hasOwn(data, aliasFor) ? aliasFor : name
    values[name] = Object.hasOwn(data, field) ? valueFromWire(data[field]) : null
  }
  return values
}

/** Inverse of `exportedFromWire`: returns the answers by the names of their fields. */
export function fetchedToWire(values: ValueMap, exports: FetchRequest['exports']): Record<string, Init<MappingNode>> {
  const fields = Object.entries(exports).map(
    ([name, { aliasFor }]) => [aliasFor ?? name, values[name] ?? null] as const,
  )
  return answersToWire(valueMap(fields))
}

/**
 * Converts a data source with everything resolved to the form it has in a blueprint, where a search is always text. Absent metadata travels
 * as in
 * `fetchToWire`.
 */
export function dataSourceToWire(request: FetchRequest): Init<DataSource> {
  const { type, filters, metadata } = request
  return {
    type,
    metadata: {
      displayName: metadata?.displayName === undefined ? undefined : plainText(metadata.displayName),
      annotations: textsToWire(metadata?.annotations),
      custom: valueToWire(metadata?.custom),
    },
    filter: filters.map(({ field, operator, search }) => ({
      field: { stringValue: field },
      operator,
      search: { values: search.map(revealed).flatMap((value) => (isScalar(value) ? [plainText(value)] : [])) },
    })),
    exports: exportsToWire(request.exports),
  }
}

/** Reads the known parts of a data source that a host sent. A text that depends on something else is left out. */
export function dataSourceFromWire(
  wire: DataSource | undefined,
  fields: DataSourceTypeDefinition['fields'],
): FetchParts {
  const filters = (wire?.filter ?? []).map(({ field, operator, search }) => ({
    field: field === undefined ? '' : String(scalarFromWire(field)),
    operator,
    search: (search?.values ?? []).flatMap((part) => knownText(part) ?? []),
  }))
  return { filters, exports: exportsFromWire(wire?.exports, fields) }
}

type Text = NonNullable<DataSourceFilterSearch['values']>[number]

function plainText(value: Scalar): Init<Text> {
  return { values: [{ stringValue: String(value) }] }
}

function knownText({ values }: Text): string | undefined {
  const parts = values.map(({ stringValue }) => stringValue)
  return parts.includes(undefined) ? undefined : parts.join('')
}

function isScalar(value: Value): value is Exclude<Scalar, null> {
  return value !== null && typeof value !== 'object'
}

function textsToWire(map: ValueMap = {}): Record<string, Init<Text>> {
  const texts: Record<string, Init<Text>> = Object.create(null)
  for (const [name, value] of Object.entries(map)) {
    const known = revealed(value)
    if (isScalar(known)) texts[name] = plainText(known)
  }
  return texts
}

function metadataFromWire(wire: ResolvedDataSourceMetadata | undefined): DataSourceMetadata | undefined {
  if (wire === undefined) return undefined
  const name = valueFromWire(wire.displayName)
  const metadata = present({
    displayName: typeof name === 'string' ? name : undefined,
    annotations: wire.annotations && mapFromWire(wire.annotations, 'the annotations'),
    custom: wire.custom && valueFromWire(wire.custom),
  })
  return Object.keys(metadata).length === 0 ? undefined : metadata
}

function filterFromWire(wire: ResolvedDataSourceFilter): DataSourceFilter {
  return {
    field: wire.field === undefined ? '' : String(scalarFromWire(wire.field)),
    operator: wire.operator,
    search: (wire.search?.values ?? []).map(valueFromWire),
  }
}
