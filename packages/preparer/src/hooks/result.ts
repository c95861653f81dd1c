import type { Json } from '../manifest/canonical.ts'

/** The most bytes of JSON of a hook's result that are kept. */
export const resultLimit = 64 * 1024

/** `undefined` for a result that is too large, or too deep to be written again. */
export function keptResult(result: unknown): Json | undefined {
  try {
    const text = JSON.stringify(result)
    return text === undefined || Buffer.byteLength(text) > resultLimit ? undefined : (result as Json)
  } catch {
    return undefined
  }
}
