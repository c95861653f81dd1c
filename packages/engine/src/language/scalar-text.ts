import { kindOf, type Value } from '@slipway/model'
import { aOrAn } from '@slipway/source'

/** A scalar as a part of a text: an empty text for null, the digits for a number. `undefined` for anything that is not a known, plain scalar. */
export function scalarText(value: Value): string | undefined {
  if (value === null) return ''
  return typeof value === 'object' ? undefined : String(value)
}

/** The number of code points, so that no character counts twice because of its encoding. An unpaired surrogate counts as one. */
export function charactersIn(text: string): number {
  let count = text.length
  for (let at = 1; at < text.length; at++) {
    const isSecondHalf = (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800
    if (isSecondHalf) count--
  }
  return count
}

/** A value in words, for messages: `the integer 3`, `a list`. The words never show a secret, or more than a short part of the value. */
export function describe(value: Value): string {
  const kind = kindOf(value)
  if (value === null) return 'nothing'
  if (typeof value === 'object') return aOrAn(kind)
  if (typeof value === 'string') return `the ${kind} ${quoted(value)}`
  const written = String(value)
  return `the ${kind} ${written.length > longest ? `${written.slice(0, longest)}… of ${written.length} digits` : written}`
}

/** The maximum number of characters of a value that are shown. */
const longest = 40

function quoted(text: string): string {
  const written = JSON.stringify(text.slice(0, longest))
  return text.length > longest || written.length > longest ? `${written.slice(0, longest - 3)}…"` : written
}
