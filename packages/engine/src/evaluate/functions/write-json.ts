import { isList, isMap, type Value } from '@slipway/model'

/** A value without secrets and unknowns, in JSON and without white space. Integers of any size are exact. */
export function writeJson(value: Value): string {
  if (isList(value)) return `[${value.map(writeJson).join(',')}]`
  if (isMap(value)) {
    const fields = Object.keys(value).map((key) => `${JSON.stringify(key)}:${writeJson(value[key] ?? null)}`)
    return `{${fields.join(',')}}`
  }
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value)
}
