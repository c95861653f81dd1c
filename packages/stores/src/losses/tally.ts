/** The rows that should exist: their number, and the sum of their checksums. */
export interface Tally {
  readonly rows: number
  readonly sum: number
}

/** Sums are kept modulo 2^48, so that any number of checksums adds up exactly, here and in SQL. */
export const sumMask = 281_474_976_710_655
const modulus = sumMask + 1

export function tallyOf(rows: readonly { readonly checksum: number }[]): Tally {
  let sum = 0
  // A division for each row would cost as much as the rest; a million 32-bit checksums stay exact without one.
  for (const { checksum } of rows) {
    sum += checksum
    if (sum > Number.MAX_SAFE_INTEGER - modulus) sum %= modulus
  }
  return { rows: rows.length, sum: sum % modulus }
}
