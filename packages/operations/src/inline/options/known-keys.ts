import { nearestOrAll } from '@slipway/source'

/**
 * Refuses keys that have no meaning, because they are mistakes.
 *
 * @param whole the words for the object
 * @throws TypeError that names the first one
 */
export function refuseUnknownKeys(given: object, known: readonly string[], whole: string): void {
  for (const key of Object.keys(given)) {
    if (known.includes(key)) continue
    throw new TypeError(`${whole} has no key "${key}"; ${nearestOrAll(key, known)}`)
  }
}
