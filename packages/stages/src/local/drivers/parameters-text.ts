import { isList, isMap, type Value, type ValueMap } from '@slipway/model'

/** JSON with integers of any size in full, as they are written in `tasks.yaml`. Its depth is bounded by the reader. */
export function parametersText(value: Value): string {
  if (typeof value === 'bigint') return String(value)
  if (isList(value)) return `[${value.map(parametersText).join(',')}]`
  if (!isMap(value)) return JSON.stringify(value)
  const members = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}:${parametersText(item)}`)
  return `{${members.join(',')}}`
}

/** Reads what {@link parametersText} has written. @throws when it is not JSON */
export function parametersIn(text: string): ValueMap {
  const read = JSON.parse(text, inFull) as Value
  return isMap(read) ? read : {}
}

function inFull(_key: string, value: unknown, { source = '' }: { readonly source?: string } = {}): unknown {
  return Number.isInteger(value) && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? BigInt(source) : value
}
