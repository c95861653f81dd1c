import { safeParse, type $ZodObject } from 'zod/v4/core'
import {
  Failure,
  revealed,
  type ConfigDefinition,
  type ConfigFieldDefinition,
  type PropertySchema,
  type ProviderContext,
  type Scalar,
} from '@slipway/model'
import { badInput } from '../errors.ts'
import { adapt } from '../schema/adapt.ts'
import { reasonsOfIssues } from '../schema/issues.ts'
import { marksOf } from '../schema/markers.ts'
import { propertySchema } from '../schema/property-schema.ts'
import { catchallOf, defOf, shapeOf } from '../schema/zod.ts'

/** A provider's own settings: described to the engine, and parsed from each call. */
export interface Settings {
  definition(): ConfigDefinition
  parse(context: ProviderContext): unknown
}

/** Without a schema, any setting is allowed, and reaches the calls unchanged. */
export function settingsOf(pluginId: string, schema: $ZodObject | undefined): Settings {
  if (schema === undefined)
    return { definition: () => ({ fields: {}, allowAdditionalFields: true }), parse: ({ config }) => config }
  let last: { readonly text: string; readonly parsed: unknown } | undefined
  return {
    definition: () => definitionOf(pluginId, schema),
    parse({ config }) {
      const text = JSON.stringify(config, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))
      if (last?.text === text) return last.parsed
      const result = safeParse(schema, adapt(schema, revealed(config)), { reportInput: true })
      if (!result.success)
        throw badInput(`the settings of ${pluginId} are wrong`, reasonsOfIssues(result.error.issues, 'config'))
      last = { text, parsed: result.data }
      return last.parsed
    },
  }
}

function definitionOf(pluginId: string, schema: $ZodObject): ConfigDefinition {
  const catchall = catchallOf(schema)
  const { attributes = {}, required = [] } = propertySchema(schema, `${pluginId} config`)
  const shape = shapeOf(schema)
  const isTuning = (name: string): boolean => shape[name] !== undefined && marksOf(shape[name]).tuning === true
  const fields = Object.entries(attributes).map(([name, property]) => [
    name,
    {
      ...fieldOf(`${pluginId} config.${name}`, property, required.includes(name)),
      ...(isTuning(name) && { isTuning: true }),
    },
  ])
  return {
    fields: Object.fromEntries(fields) as Record<string, ConfigFieldDefinition>,
    allowAdditionalFields: catchall !== undefined && defOf(catchall).type !== 'never',
  }
}

function fieldOf(subject: string, property: PropertySchema, required: boolean): ConfigFieldDefinition {
  const { type, label, description, allowedValues, sensitive } = property
  if (type !== 'string' && type !== 'integer' && type !== 'float' && type !== 'boolean')
    throw new Failure('sdk/unsupported-schema', `${subject} is of type ${type}`, { hint: 'settings are scalars' })
  return {
    type,
    ...(label !== undefined && { label }),
    ...(description !== undefined && { description }),
    ...(property.default !== undefined && { default: property.default as Scalar }),
    ...(allowedValues !== undefined && { allowedValues: allowedValues as readonly Scalar[] }),
    ...(sensitive !== undefined && { secret: sensitive }),
    ...(required && { required }),
  }
}
