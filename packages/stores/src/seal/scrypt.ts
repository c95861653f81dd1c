import type { ScryptOptions } from 'node:crypto'

/** The binary logarithm of N, the cost of scrypt: 17 takes 128 MB and a third of a second; 20 takes 1 GB. */
export const ownScryptCost = 17
export const mostScryptCost = 20
const blockSize = 8

/**
 * Whether a cost is acceptable: the writer of a file must not decide how much memory and time reading takes, nor how little guessing the passphrase
 * takes.
 */
export function isScryptCost(cost: number): boolean {
  return cost >= ownScryptCost && cost <= mostScryptCost
}

export function scryptLimits(cost: number): ScryptOptions {
  const N = 2 ** cost
  // The memory of the algorithm itself, with a little to spare.
  return { N, r: blockSize, p: 1, maxmem: 128 * N * blockSize + 1024 * 1024 }
}
