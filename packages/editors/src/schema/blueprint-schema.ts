import { filterOperators } from '@slipway/engine'
import {
  type DataSourceTypeDefinition,
  type OptionDefinition,
  type OptionName,
  optionNames,
  type ProviderDefinition,
  resourceOptions,
  type ResourceTypeDefinition,
  type TransformerDefinition,
  type VariableOption,
  type VariableTypeDefinition,
} from '@slipway/model'
import { fieldsOf, type Part } from '../fields/fields.ts'
import { type JsonSchema, specJsonSchema, substitution } from './property-schema.ts'

/** The JSON Schema (draft 7) of blueprints in YAML and JSON that use the types of these providers and transformers. */
export function blueprintSchema(
  definitions: Iterable<ProviderDefinition>,
  transformers: readonly Pick<TransformerDefinition, 'transformName' | 'abstractResourceTypes'>[] = [],
): JsonSchema {
  const providers = [...definitions].toSorted((a, b) => (a.namespace < b.namespace ? -1 : 1))
  const abstract = transformers.toSorted((a, b) => (a.transformName < b.transformName ? -1 : 1))
  const resourceTypes = [
    ...providers.flatMap(({ resourceTypes: types }) => Object.values(types)),
    ...abstract.flatMap(({ abstractResourceTypes: types }) => Object.values(types)),
  ]
  const variableTypes = providers.flatMap(({ variableTypes: types = {} }) => Object.values(types))
  const dataSourceTypes = providers.flatMap(({ dataSourceTypes: types }) => Object.values(types))
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'A blueprint for Slipway',
    ...part('blueprint', ['version'], {
      version: { enum: ['2025-11-02'] },
      transform: textOrTexts,
      variables: named('variable'),
      values: named('value'),
      include: named('include'),
      resources: named('resource'),
      datasources: named('dataSource'),
      exports: named('export'),
      metadata: { properties: { slipway: { $ref: '#/definitions/slipway' } } },
    }),
    definitions: {
      substitution: { type: 'string', pattern: '\\$\\{', description: 'Text with an expression in it: ${…}.' },
      condition,
      variable: variableSchema(variableTypes),
      variableShape: shapeSchema(),
      value: part('value', ['type', 'value'], { secret: { type: 'boolean' } }),
      include: part('include', ['path'], { path: text, variables: { type: 'object' } }),
      export: part('export', ['type', 'field'], { field: text }),
      resource: resourceSchema(resourceTypes),
      slipway: part('slipway', [], {
        moved: {
          type: 'array',
          items: { type: 'object', properties: { from: text, to: text }, required: ['from', 'to'] },
        },
        import: {
          type: 'array',
          items: { type: 'object', properties: { to: text, id: text }, required: ['to', 'id'] },
        },
        plugins: { type: 'object', additionalProperties: { anyOf: [text, descriptorSchema] } },
        protect: orSubstitution({ type: 'boolean' }),
        requires: conditions,
        checks: conditions,
      }),
      resourceOptions: optionsSchema(),
      dataSourceOptions: part('dataSourceOptions', [], ofDataSources),
      dataSource: dataSourceSchema(dataSourceTypes),
      filter: part('filter', ['field', 'operator', 'search'], {
        field: text,
        operator: { enum: filterOperators },
      }),
      dataSourceExport: part('dataSourceExport', ['type'], { aliasFor: text }),
      ...Object.fromEntries(resourceTypes.map((one) => [specName(one.type), specSchema(one)])),
    },
  }
}

const text: JsonSchema = { type: 'string' }
const texts: JsonSchema = { type: 'array', items: text }
/** The long form of a descriptor of the installer. */
const descriptorSchema: JsonSchema = {
  type: 'object',
  properties: {
    source: text,
    version: text,
    parameters: texts,
    checksums: { type: 'object', additionalProperties: text },
    server: text,
    as: text,
  },
  required: ['source'],
  additionalProperties: false,
}
const textOrTexts: JsonSchema = { anyOf: [text, texts] }
const duration = orSubstitution({ type: 'string', pattern: '^([0-9]+([.][0-9]+)?(ms|s|m|h|d))+$' })

/** Conditions that a user wants to be checked. */
const conditions: JsonSchema = {
  type: 'array',
  items: {
    type: 'object',
    properties: { condition: orSubstitution({ type: 'boolean' }), message: text },
    required: ['condition', 'message'],
    additionalProperties: false,
  },
}

/** True, false, an expression, or a tree of `and`, `or` and `not`. */
const condition: JsonSchema = {
  anyOf: [
    { type: 'boolean' },
    substitution,
    ...['and', 'or'].map((word) => only(word, { type: 'array', items: { $ref: '#/definitions/condition' } })),
    only('not', { $ref: '#/definitions/condition' }),
  ],
}

function orSubstitution(schema: JsonSchema): JsonSchema {
  return { anyOf: [schema, substitution] }
}

function only(word: string, schema: JsonSchema): JsonSchema {
  return { type: 'object', properties: { [word]: schema }, required: [word], additionalProperties: false }
}

/** A part of a blueprint: its fields with their descriptions, some of which have a schema of their own. */
function part(name: Part, required: readonly string[], own: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const properties = Object.entries(fieldsOf(name)).map(([field, { about, words }]) => [
    field,
    { description: about, ...(own[field] ?? (words === undefined ? {} : { enum: words })) },
  ])
  return { type: 'object', properties: Object.fromEntries(properties), required, additionalProperties: false }
}

function named(definition: string): JsonSchema {
  return {
    type: ['object', 'null'],
    propertyNames: { pattern: '^[A-Za-z_][A-Za-z0-9_.-]*$' },
    additionalProperties: { $ref: `#/definitions/${definition}` },
  }
}

/** For a variable with a provider's type: the options, with their labels. */
function variableSchema(types: readonly VariableTypeDefinition[]): JsonSchema {
  const { words = [] } = fieldsOf('variable').type ?? {}
  const own = {
    type: { anyOf: [{ enum: words }, ...typeName(types).anyOf] },
    ...shapeFields,
  }
  const withOptions = types.map(({ type, options }) => {
    const chosen = { anyOf: Object.values(options).map(optionSchema) }
    return forType(type, { properties: { default: chosen, allowedValues: { items: chosen } } })
  })
  return { ...part('variable', ['type'], own), ...(withOptions.length > 0 && { allOf: withOptions }) }
}

/** The type of the content of a variable, or its type alone. */
const shape: JsonSchema = { $ref: '#/definitions/variableShape' }
const shapeFields: Readonly<Record<string, JsonSchema>> = {
  secret: { type: 'boolean' },
  allowedValues: { type: 'array' },
  items: shape,
  properties: { type: 'object', additionalProperties: shape },
}

function shapeSchema(): JsonSchema {
  const { words = [] } = fieldsOf('variableShape').type ?? {}
  const type = { enum: words }
  return { anyOf: [type, part('variableShape', ['type'], { ...shapeFields, type, required: { type: 'boolean' } })] }
}

/** Compares numbers by their digits. */
function optionSchema({ value, label, description }: VariableOption): JsonSchema {
  const about = [label, description].filter((one) => one !== undefined && one !== '').join(': ')
  const plain = typeof value === 'bigint' ? Number(value) : value
  const values = typeof plain === 'string' ? [plain] : [plain, String(plain)]
  return { enum: values, ...(about !== '' && { description: about }) }
}

/** For an option with allowed words, the words are the schema. */
function schemaOfOption(name: OptionName): readonly (readonly [string, JsonSchema])[] {
  const { schema }: OptionDefinition = resourceOptions[name]
  if (schema.allowedValues !== undefined) return []
  if (schema.type === 'boolean') return [[name, orSubstitution({ type: 'boolean' })]]
  if (schema.type === 'array') return [[name, texts]]
  if (schema.type !== 'object') return [[name, text]]
  const properties = Object.fromEntries(Object.keys(schema.attributes ?? {}).map((key) => [key, duration]))
  return [[name, { type: 'object', properties, additionalProperties: false }]]
}

const ofDataSources = Object.fromEntries(optionNames((option) => option.ofDataSources === true).flatMap(schemaOfOption))

/** The schema of `options`, and of `metadata.custom.slipway`. */
function optionsSchema(): JsonSchema {
  return part('resourceOptions', [], {
    eachKey: text,
    mayBeEmpty: orSubstitution({ type: 'boolean' }),
    ...Object.fromEntries(optionNames().flatMap(schemaOfOption)),
    preconditions: conditions,
    postconditions: conditions,
    replaceTriggeredBy: { anyOf: [{ type: 'array' }, substitution] },
  })
}

function resourceSchema(types: readonly ResourceTypeDefinition[]): JsonSchema {
  return {
    ...part('resource', ['type'], {
      type: typeName(types),
      metadata: part('resourceMetadata', [], {
        labels: { type: 'object' },
        annotations: { type: 'object' },
        custom: { properties: { slipway: { $ref: '#/definitions/resourceOptions' } } },
      }),
      dependsOn: textOrTexts,
      condition: { $ref: '#/definitions/condition' },
      each: { anyOf: [{ type: 'array' }, substitution] },
      options: { $ref: '#/definitions/resourceOptions' },
      spec: { type: ['object', 'null'] },
    }),
    allOf: types.map(({ type }) =>
      forType(type, { properties: { spec: { $ref: `#/definitions/${specName(type)}` } } }),
    ),
  }
}

function dataSourceSchema(types: readonly DataSourceTypeDefinition[]): JsonSchema {
  const filter = { $ref: '#/definitions/filter' }
  const exported = { $ref: '#/definitions/dataSourceExport' }
  return {
    ...part('dataSource', ['type', 'filter', 'exports'], {
      type: typeName(types),
      metadata: part('dataSourceMetadata', [], {
        annotations: { type: 'object' },
        custom: { properties: { slipway: { $ref: '#/definitions/dataSourceOptions' } } },
      }),
      options: { $ref: '#/definitions/dataSourceOptions' },
      filter: { anyOf: [filter, { type: 'array', items: filter }] },
      exports: { anyOf: [{ enum: ['*'] }, { type: 'object', additionalProperties: exported }] },
    }),
    allOf: types.map((one) => forType(one.type, filterFields(one))),
  }
}

/** The names of fields for filters, if the type lists them. */
function filterFields({ filterFields: known }: DataSourceTypeDefinition): JsonSchema {
  const names = Object.keys(known)
  if (names.length === 0) return {}
  const filter = { properties: { field: { enum: names } } }
  return { properties: { filter: { anyOf: [filter, { type: 'array', items: filter }] } } }
}

/** Offers the installed types. A type of another provider is no mistake in the text. */
function typeName(types: readonly { readonly type: string; readonly label: string }[]): {
  readonly anyOf: readonly JsonSchema[]
} {
  const known = types.map(({ type, label }) => ({ const: type, description: label }))
  return { anyOf: [...known, { type: 'string', pattern: '[/:]' }] }
}

function forType(type: string, then: JsonSchema): JsonSchema {
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  return { if: { properties: { type: { const: type } }, required: ['type'] }, then }
}

function specSchema({ description, schema }: ResourceTypeDefinition): JsonSchema {
  return { ...(description !== undefined && { description }), ...specJsonSchema(schema) }
}

/** A slash in a name would look like a step of a reference. */
function specName(type: string): string {
  return `spec:${type.replaceAll('/', '.')}`
}
