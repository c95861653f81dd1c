import type { Json } from '../manifest/canonical.ts'

/** Kept of what a hook says as its result, in bytes of JSON. */
export const resultLimit = 64 * 1024

/** `undefined` for what is too large, or so deep that nobody could write it again. */
export function keptResult(result: unknown): Json | undefined {
  try {
    const text = JSON.stringify(result)
    return text === undefined || Buffer.byteLength(text) > resultLimit ? undefined : (result as Json)
  } catch {
    return undefined
  }
}
