import { type Value, valueMap } from '@slipway/model'

/** A number of a document that no double can hold, by its text. `JSON.stringify` writes that text. */
export interface ExactNumber {
  readonly rawJSON: string
}

/** Functions of JSON that the library of TypeScript does not describe yet. */
interface ExactJson {
  rawJSON(text: string): ExactNumber
  isRawJSON(value: unknown): value is ExactNumber
}

const exact = JSON as unknown as ExactJson

/** Parses JSON without rounding numbers: those that a double cannot hold are an {@link ExactNumber}. @throws SyntaxError */
export function parseExact(text: string): unknown {
  // The third parameter of a reviver is as new as `rawJSON`.
  return JSON.parse(text, revive as (key: string, value: unknown) => unknown)
}

function revive(_key: string, value: unknown, { source }: { readonly source?: string }): unknown {
  return typeof value === 'number' && source !== undefined && !isHeld(value, source) ? exact.rawJSON(source) : value
}

export function isExactNumber(value: unknown): value is ExactNumber {
  return exact.isRawJSON(value)
}

/** A number of any size for a document. */
export function exactNumber(text: string): ExactNumber {
  return exact.rawJSON(text)
}

/** Parsed JSON as a value: large integers are integers, and other numbers that no double can hold are their text. */
export function valueOfJson(json: unknown): Value {
  if (isExactNumber(json)) return /^-?\d{1,4000}$/.test(json.rawJSON) ? BigInt(json.rawJSON) : json.rawJSON
  if (Array.isArray(json)) return json.map(valueOfJson)
  if (typeof json === 'object' && json !== null)
    return valueMap(Object.entries(json).map(([name, each]) => [name, valueOfJson(each)]))
  return json as Value
}

function isHeld(value: number, source: string): boolean {
  if (String(value) === source) return true
  if (!Number.isFinite(value)) return false
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return false
  return digitsOf(String(value)) === digitsOf(source)
}

/** The same text for equal decimal numbers: `0.10` and `1e-1`. */
function digitsOf(text: string): string {
  const [, sign = '', whole = '', part = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  const all = (whole + part).replace(/^0+/, '')
  const digits = all.replace(/0+$/, '')
  return digits === '' ? '0' : `${sign}${digits}e${Number(exponent) - part.length + all.length - digits.length}`
}
