import { kindOf } from '@slipway/model'
import type { Value } from '@slipway/model'

/** A scalar inside text: nothing for null, a number as its digits. `undefined` for anything that is not a known, plain scalar. */
export function scalarText(value: Value): string | undefined {
  if (value === null) return ''
  return typeof value === 'object' ? undefined : String(value)
}

/** For messages: `the integer 3`, `a list`. Never shows a secret, or more than a few words. */
export function describe(value: Value): string {
  const kind = kindOf(value)
  if (value === null) return 'nothing'
  if (typeof value === 'object') return `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`
  const written = JSON.stringify(String(value))
  return `the ${kind} ${typeof value === 'string' ? shortened(written) : String(value)}`
}

function shortened(written: string): string {
  return written.length > 40 ? `${written.slice(0, 37)}…"` : written
}
