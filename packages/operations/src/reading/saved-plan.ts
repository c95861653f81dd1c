import { closeSync, openSync, readSync } from 'node:fs'

/** How every saved plan begins. */
const beginning = /^\s*\{\s*"slipway"\s*:\s*"saved-plan"/
const beginningBytes = 200

/** Whether a file begins as saved plans do. */
export function isSavedPlan(path: string): boolean {
  const descriptor = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(beginningBytes)
    const count = readSync(descriptor, bytes, 0, beginningBytes, 0)
    return beginning.test(bytes.toString('latin1', 0, count))
  } finally {
    closeSync(descriptor)
  }
}
