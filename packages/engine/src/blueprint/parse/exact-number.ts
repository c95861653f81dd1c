import { exactInteger } from '@slipway/source'

/** A number as written, exact when it is an integer; with its text when it would not print the same. */
export function exactNumber(written: string): { value: number | bigint; text?: string } {
  return withText(written.includes('.') ? Number(written) : exactInteger(written), written)
}

export function withText<T extends number | bigint>(value: T, written: string): { value: T; text?: string } {
  return String(value) === written ? { value } : { value, text: written }
}
