import { type Diagnostic, type PropertySchema, SecretTraces, type ValueMap } from '@slipway/model'
import { own } from '../language/own.ts'
import { withSecretsOf } from './sensitive-values.ts'

/**
 * An upgraded spec from a provider, with its secrets marked again: sensitive values, and values that contain a recorded secret, whatever
 * their present names.
 */
export function upgradedSpec(schema: PropertySchema, recorded: ValueMap, given: ValueMap): ValueMap {
  return withSecretsOf(schema, given, new SecretTraces(recorded)) as ValueMap
}

/** A schema for recorded specs, which also have the computed properties that the provider has answered. */
export function recordedSchema(schema: PropertySchema): PropertySchema {
  const { attributes, items, mapValues, oneOf, required } = schema
  const isFilledIn = (name: string): boolean => {
    const attribute = own(attributes ?? {}, name)
    return attribute?.computed === true || attribute?.computedWhenOmitted === true
  }
  return {
    ...schema,
    computed: false,
    ...(attributes !== undefined && {
      attributes: Object.fromEntries(Object.entries(attributes).map(([name, one]) => [name, recordedSchema(one)])),
    }),
    ...(items !== undefined && { items: recordedSchema(items) }),
    ...(mapValues !== undefined && { mapValues: recordedSchema(mapValues) }),
    ...(oneOf !== undefined && { oneOf: oneOf.map(recordedSchema) }),
    ...(required !== undefined && { required: required.filter((name) => !isFilledIn(name)) }),
  }
}

/** A problem in one line: `spec.paper must be a string, but is 3`. */
export function problemText({ message, path }: Diagnostic): string {
  return path === undefined || message.includes(path) ? message : `${path}: ${message}`
}
