import { exactInteger } from '@slipway/source'

/** A number as written, exact if it is an integer; with its text if it would not print the same. `undefined` if it is too large. */
export function exactNumber(written: string): { value: number | bigint; text?: string } | undefined {
  const value = written.includes('.') ? Number(written) : exactInteger(written)
  return value === undefined || value === Infinity || value === -Infinity ? undefined : withText(value, written)
}

export function withText<T extends number | bigint>(value: T, written: string): { value: T; text?: string } {
  return String(value) === written ? { value } : { value, text: written }
}
