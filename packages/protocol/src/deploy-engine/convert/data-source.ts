import type {
  DataSourceMetadata,
  DataSourceFieldSchema,
  FetchRequest,
  FilterFieldSchema,
  DataSourceFilter,
  ScalarType,
} from '@slipway/model'

import type { Init } from '../../wire/codec/message.ts'
import {
  type DataSourceFilterFieldSchema,
  DataSourceSpecSchemaType,
  type DataSourceSpecSchema,
  type ResolvedDataSource,
  type ResolvedDataSourceFilter,
  type ResolvedDataSourceMetadata,
} from '../gen/providerserverv1.ts'
import { present } from './present.ts'
import { scalarFromWire } from './scalar.ts'
import { plainWords } from '../../plain-words.ts'
import { mapFromWire, valueFromWire, valueToWire } from './value.ts'

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

export function fetchToWire(request: FetchRequest): Init<ResolvedDataSource> {
  const exports: Record<string, Init<ResolvedDataSource['exports'][string]>> = Object.create(null)
  for (const [name, { type, aliasFor }] of Object.entries(request.exports))
    exports[name] = { type, ...(aliasFor === undefined ? {} : { aliasFor: { stringValue: aliasFor } }) }
  return {
    type: { type: request.type },
    filter: request.filters.map((filter) => ({
      field: { stringValue: filter.field },
      operator: filter.operator,
      search: { values: filter.search.map((value) => valueToWire(value) ?? {}) },
    })),
    exports,
    dataSourceMetadata: request.metadata && {
      displayName: valueToWire(request.metadata.displayName),
      annotations: valueToWire(request.metadata.annotations),
      custom: valueToWire(request.metadata.custom),
    },
  }
}

/** The request to a plugin, less type and context. The wire does not carry the data source's name. */
export function fetchFromWire(
  wire: ResolvedDataSource | undefined,
): Pick<FetchRequest, 'filters' | 'exports' | 'metadata'> {
  const exports: Record<string, FetchRequest['exports'][string]> = Object.create(null)
  for (const [name, { type, aliasFor }] of Object.entries(wire?.exports ?? {}))
    exports[name] = { type, ...(aliasFor?.stringValue === undefined ? {} : { aliasFor: aliasFor.stringValue }) }
  const metadata = metadataFromWire(wire?.dataSourceMetadata)
  return { filters: (wire?.filter ?? []).map(filterFromWire), exports, ...(metadata && { metadata }) }
}

function metadataFromWire(wire: ResolvedDataSourceMetadata | undefined): DataSourceMetadata | undefined {
  if (wire === undefined) return undefined
  const name = valueFromWire(wire.displayName)
  return present({
    displayName: typeof name === 'string' ? name : undefined,
    annotations: wire.annotations && mapFromWire(wire.annotations, 'the annotations'),
    custom: wire.custom && valueFromWire(wire.custom),
  })
}

function filterFromWire(wire: ResolvedDataSourceFilter): DataSourceFilter {
  return {
    field: wire.field === undefined ? '' : String(scalarFromWire(wire.field)),
    operator: wire.operator,
    search: (wire.search?.values ?? []).map(valueFromWire),
  }
}
