import { isList, isMap, Secret, Unknown, type Value } from '@slipway/model'

/** The version of everything that --json prints; docs/reference/json-output.md describes it. */
export const jsonFormat = 1

export interface JsonOptions {
  /** Shows secrets; set only when a user has asked with a flag. */
  readonly showSecrets?: boolean
}

/** A value for JSON: integers beyond the safe range as strings of digits, secrets as `(secret)`, unknowns as `(known after …)`. */
export function jsonValue(value: Value, options: JsonOptions = {}): unknown {
  if (value instanceof Secret) return options.showSecrets === true ? jsonValue(value.value, options) : '(secret)'
  if (value instanceof Unknown) return value.toJSON()
  if (typeof value === 'bigint') return String(value)
  if (isList(value)) return value.map((item) => jsonValue(item, options))
  if (isMap(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, jsonValue(item, options)]))
  }
  return value
}

export function jsonObject(
  values: Readonly<Record<string, Value>>,
  options: JsonOptions = {},
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, jsonValue(value, options)]))
}

/** One line of a JSON stream. */
export function jsonLine(content: object): string {
  return `${JSON.stringify({ format: jsonFormat, ...content }, plain)}\n`
}

/** A whole JSON document with an object of ours, with the number of its format. */
export function jsonReport(content: object): string {
  return jsonDocument({ format: jsonFormat, ...content })
}

/** A whole JSON document with a bare value or an array. */
export function jsonDocument(content: unknown): string {
  return `${JSON.stringify(content, plain, 2)}\n`
}

function plain(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
