/** A decimal integer, exact: a number while safe, a bigint beyond. */
export function exactInteger(digits: string): number | bigint {
  const number = Number(digits)
  if (Number.isSafeInteger(number)) return number === 0 ? 0 : number
  return BigInt(digits.startsWith('+') ? digits.slice(1) : digits)
}
