import { exactInteger } from '@slipway/source'

/** A number as written. It is exact if it is an integer, and has its text if it would not print the same. `undefined` if it is too large. */
export function exactNumber(written: string): { value: number | bigint; text?: string } | undefined {
  const value = written.includes('.') ? Number(written) : exactInteger(written)
  return value === undefined || value === Infinity || value === -Infinity ? undefined : withText(value, written)
}

export function withText<T extends number | bigint>(value: T, written: string): { value: T; text?: string } {
  return String(value) === written ? { value } : { value, text: written }
}

/**
 * True if a number does not keep all digits of its text: no double holds `0.12345678901234567890`. Other spellings of the same number, such as
 * `1.10`, count as kept.
 *
 * @param written in decimal digits; the result is false for any other text
 */
export function isRounded(written: string, value: number | bigint): boolean {
  const wanted = decimalOf(written)
  return wanted !== undefined && wanted !== decimalOf(String(value))
}

/** The normalised spelling of a decimal number: sign, digits without zeros around them, and exponent. */
function decimalOf(text: string): string | undefined {
  const [all, sign, whole = '', fraction = '', exponent = '0'] =
    /^([-+]?)(\d*)\.?(\d*)(?:[eE]([-+]?\d{1,9}))?$/.exec(text) ?? []
  if (all === undefined || whole + fraction === '') return undefined
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  if (significant === '') return '0'
  const power = Number(exponent) - fraction.length + digits.length - significant.length
  return `${sign === '-' ? '-' : ''}${significant}e${power}`
}
