import { nearestOrAll } from '@slipway/source'

/**
 * Refuses keys that have no meaning, because they are mistakes.
 *
 * @param whole the words for the object
 * @throws TypeError that names the first one, or says that it is no object
 */
export function refuseUnknownKeys(given: object, known: readonly string[], whole: string): void {
  if (typeof given !== 'object') throw new TypeError(`${whole} must be an object with: ${known.join(', ')}`)
  for (const key of Object.keys(given)) {
    if (known.includes(key)) continue
    throw new TypeError(`${whole} has no key "${key}"; ${nearestOrAll(key, known)}`)
  }
}
