import type { Writable } from 'node:stream'

interface Handle {
  setBlocking?(isBlocking: boolean): number
}

/**
 * Makes writes into a pipe wait for its reader, instead of queueing what does not fit: a queue is lost when the process ends, and grows as long
 * as the process prints faster than its reader reads. Files and terminals are written to at once anyway.
 */
export function writeAtOnce(stream: Writable, isAtOnce = true): void {
  const { _handle: handle } = stream as { readonly _handle?: Handle | null }
  handle?.setBlocking?.(isAtOnce)
}
