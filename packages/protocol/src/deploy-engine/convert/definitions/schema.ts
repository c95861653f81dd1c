import type { PropertySchema, PropertyType, Scalar } from '@slipway/model'

import type { Init } from '../../../wire/codec/message.ts'
import { WireError } from '../../../wire/codec/wire-error.ts'
import type { ResourceDefinitionsSchema } from '../../gen/sharedtypesv1.ts'
import { present } from '../present.ts'
import { scalarFromWire, scalarToWire } from '../values/scalar.ts'
import { plainWords } from '../../../plain-words.ts'
import { valueFromWire, valueToWire } from '../values/value.ts'

const types: ReadonlySet<string> = new Set<PropertyType>([
  'string',
  'integer',
  'float',
  'boolean',
  'map',
  'object',
  'array',
  'union',
])

/** Reads a property's schema from a plugin; fails with a WireError when its type is not a property type. */
export function schemaFromWire(wire: ResourceDefinitionsSchema): PropertySchema {
  if (!types.has(wire.type))
    throw new WireError('malformed', `a schema has the unknown type "${plainWords(wire.type)}"`)
  const attributes = schemasFromWire(wire.attributes)
  return {
    type: wire.type as PropertyType,
    ...present({
      label: plainWords(wire.label),
      description: plainWords(wire.description || wire.formattedDescription),
      attributes,
      required: wire.required,
      items: wire.items && schemaFromWire(wire.items),
      mapValues: wire.mapValues && schemaFromWire(wire.mapValues),
      oneOf: wire.oneOf.map(schemaFromWire),
      nullable: wire.nullable,
      examples: wire.examples.map(valueFromWire),
      computed: wire.computed,
      computedWhenOmitted: wire.computedWhenOmitted,
      activatesLinkOnReference: wire.activatesLinkOnReference,
      mustRecreate: wire.mustRecreate,
      sensitive: wire.sensitive,
      ignoreDrift: wire.ignoreDrift,
      trackDrift: wire.trackDrift,
      loses: plainWords(wire.slipwayLoses),
      sortArrayByField: wire.sortArrayByField,
      allowedValues: wire.allowedValues.map(valueFromWire),
      minLength: wire.minLength,
      maxLength: wire.maxLength,
      pattern: wire.pattern,
    }),
    // The next three members count even when they are empty, zero or false.
    ...(wire.defaultValue === undefined ? {} : { default: valueFromWire(wire.defaultValue) }),
    ...(wire.minimum === undefined ? {} : { minimum: scalarFromWire(wire.minimum) }),
    ...(wire.maximum === undefined ? {} : { maximum: scalarFromWire(wire.maximum) }),
  }
}

export function schemaToWire(schema: PropertySchema): Init<ResourceDefinitionsSchema> {
  const { attributes, minimum, maximum, default: defaultValue, ...rest } = schema
  return {
    ...rest,
    attributes: attributes && schemasToWire(attributes),
    slipwayLoses: schema.loses,
    items: schema.items && schemaToWire(schema.items),
    mapValues: schema.mapValues && schemaToWire(schema.mapValues),
    oneOf: schema.oneOf?.map(schemaToWire),
    defaultValue: valueToWire(defaultValue, schema),
    examples: schema.examples?.map((value) => valueToWire(value, schema) ?? {}),
    allowedValues: schema.allowedValues?.map((value) => valueToWire(value, schema) ?? {}),
    minimum: bound(minimum, schema.type),
    maximum: bound(maximum, schema.type),
  }
}

function bound(value: Scalar | undefined, type: PropertyType): ReturnType<typeof scalarToWire> | undefined {
  return value === undefined || value === null ? undefined : scalarToWire(value, type)
}

function schemasFromWire(wire: Record<string, ResourceDefinitionsSchema>): Record<string, PropertySchema> {
  const schemas: Record<string, PropertySchema> = Object.create(null)
  for (const [name, schema] of Object.entries(wire)) schemas[name] = schemaFromWire(schema)
  return schemas
}

function schemasToWire(
  schemas: Readonly<Record<string, PropertySchema>>,
): Record<string, Init<ResourceDefinitionsSchema>> {
  const wire: Record<string, Init<ResourceDefinitionsSchema>> = Object.create(null)
  for (const [name, schema] of Object.entries(schemas)) wire[name] = schemaToWire(schema)
  return wire
}
