import {
  containsSecret,
  equalValues,
  isList,
  isMap,
  isSecret,
  type PropertySchema,
  secret,
  SecretTraces,
  type Value,
  type ValueMap,
  valueMap,
} from '@slipway/model'
import { own } from '../language/own.ts'
import { sensitiveValues } from './sensitive-values.ts'
import { withUntravelled } from './untravelled.ts'

/**
 * The recorded spec with the real values.
 *
 * Fields that the provider does not mention stay as recorded, because many providers answer less than they know. So do fields that have no
 * drift by the schema, and empty values, which no provider can report. Secret marks stay. Marks as secret each value that the schema calls
 * sensitive, and each value that contains one or contains a given secret.
 *
 * @param alsoGiven values whose secrets the provider may also know, such as the spec of an update in doubt
 */
export function mergeReality(
  schema: PropertySchema,
  recorded: ValueMap,
  real: ValueMap,
  alsoGiven: readonly Value[] = [],
): ValueMap {
  const secrets = new SecretTraces([recorded, ...alsoGiven, ...sensitiveValues(schema, real)])
  return mergeObject(schema, recorded, real, secrets)
}

function mergeObject(schema: PropertySchema, recorded: ValueMap, real: ValueMap, secrets: SecretTraces): ValueMap {
  const merged = valueMap(Object.entries(recorded))
  const attributes = schema.attributes ?? {}
  for (const name in real) {
    const attribute = Object.hasOwn(attributes, name) ? attributes[name] : undefined
    if (attribute?.ignoreDrift === true) continue
    const value = withUntravelled(recorded[name] ?? null, real[name] ?? null)
    merged[name] = mergeValue(attribute, recorded[name], value, secrets)
  }
  return merged
}

function mergeValue(
  schema: PropertySchema | undefined,
  recorded: Value | undefined,
  real: Value,
  secrets: SecretTraces,
): Value {
  if (recorded !== undefined && isSame(schema, recorded, real)) return recorded
  if (schema?.sensitive === true || (recorded !== undefined && isSecret(recorded))) return secret(real)
  if (isMap(real)) return mergeMap(schema, isMap(recorded) ? recorded : valueMap(), real, secrets)
  if (recorded !== undefined && containsSecret(recorded)) return secret(real)
  if (isList(real)) return real.map((item) => mergeValue(schema?.items, undefined, item, secrets))
  // The value is reported for the first time, for example after an interrupted call.
  return secrets.areIn(real) ? secret(real) : real
}

/** Merges maps. If some values of a free map are secret, a new value may be secret, too, unless the schema names the secret ones. */
function mergeMap(
  schema: PropertySchema | undefined,
  recorded: ValueMap,
  real: ValueMap,
  secrets: SecretTraces,
): ValueMap {
  if (schema?.type === 'object') return mergeObject(schema, recorded, real, secrets)
  const holdsSecrets = schema?.attributes === undefined && containsSecret(recorded)
  const merged = valueMap()
  for (const name in real) {
    const below = own(schema?.attributes, name) ?? schema?.mapValues
    const value = mergeValue(below, recorded[name], real[name] ?? null, secrets)
    merged[name] = holdsSecrets && !(name in recorded) ? secret(value) : value
  }
  return merged
}

/**
 * True if both values are equal. The order of lists that are compared by a field does not count, nor does the difference between `null` and an
 * absent value.
 */
function isSame(schema: PropertySchema | undefined, recorded: Value, real: Value): boolean {
  const field = schema?.sortArrayByField
  if (field === undefined || !isList(recorded) || !isList(real)) return equalValues(recorded, real)
  return equalValues(sorted(recorded, field), sorted(real, field))
}

function sorted(items: readonly Value[], field: string): readonly Value[] {
  const keyOf = (item: Value): string => (isMap(item) ? JSON.stringify(item[field] ?? null) : '')
  return items.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : Number(keyOf(a) > keyOf(b))))
}
