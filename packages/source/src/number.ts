/** No use needs longer integers, and reading them takes more than proportional time. */
const mostDigits = 1000

/** A decimal integer, exact: a number while safe, a bigint beyond. `undefined` if it is absurdly long. */
export function exactInteger(digits: string): number | bigint | undefined {
  if (digits.length > mostDigits) return undefined
  const number = Number(digits)
  if (Number.isSafeInteger(number)) return number === 0 ? 0 : number
  return BigInt(digits.startsWith('+') ? digits.slice(1) : digits)
}
