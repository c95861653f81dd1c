import {
  isList,
  isMap,
  isSecret,
  type PropertySchema,
  revealed,
  secret,
  type SecretTraces,
  type Value,
  valueMap,
} from '@slipway/model'
import { own } from '../language/own.ts'

/** The values that a schema calls sensitive, marked as secrets. */
export function sensitiveValues(schema: PropertySchema | undefined, value: Value): readonly Value[] {
  if (schema === undefined) return []
  if (schema.sensitive === true) return [secret(value)]
  if (isList(value)) return value.flatMap((item) => sensitiveValues(schema.items, item))
  if (!isMap(value)) return []
  const { attributes = {}, mapValues } = schema
  return Object.entries(value).flatMap(([name, item]) =>
    sensitiveValues(Object.hasOwn(attributes, name) ? attributes[name] : mapValues, item),
  )
}

/** The value with sensitive parts marked, and also every part that reveals one of these secrets. The other parts stay public. */
export function withSecretsOf(schema: PropertySchema | undefined, value: Value, secrets: SecretTraces): Value {
  if (isSecret(value)) return value
  if (schema?.sensitive === true) return secret(revealed(value))
  if (isMap(value)) {
    const members = Object.entries(value)
    if (schema?.attributes === undefined && members.some(([name]) => secrets.areIn(name)))
      return secret(revealed(value))
    const below = (name: string): PropertySchema | undefined => own(schema?.attributes, name) ?? schema?.mapValues
    return valueMap(members.map(([name, member]) => [name, withSecretsOf(below(name), member, secrets)]))
  }
  if (isList(value)) return value.map((item) => withSecretsOf(schema?.items, item, secrets))
  return secrets.areIn(value) ? secret(value) : value
}
