import { isList, isMap, revealed, type Value } from '@slipway/model'
import { CtyNumber } from '../cty/number.ts'

/** Writes a recorded value as JSON. Whole numbers have all their digits. */
export function jsonText(marked: Value): string {
  const value = revealed(marked)
  if (typeof value === 'bigint') return value.toString()
  if (isList(value)) return `[${value.map(jsonText).join(',')}]`
  if (isMap(value))
    return `{${Object.entries(value)
      .map(([key, each]) => `${JSON.stringify(key)}:${jsonText(each)}`)
      .join(',')}}`
  return JSON.stringify(value)
}

/** Inverse of `jsonText`. Numbers that no double can hold become whole numbers, or their digits as text. @throws SyntaxError */
export function valueOfJsonText(text: string): Value {
  return JSON.parse(text, inFull) as Value
}

function inFull(_key: string, value: unknown, { source = '' }: { readonly source?: string } = {}): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
  if (/^-?\d+$/.test(source)) return BigInt(source)
  return CtyNumber.of(value).text === CtyNumber.parse(source)?.text ? value : source
}
