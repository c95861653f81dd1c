import { CtyNumber } from '../cty/number.ts'
import { ctyMap, CtyUnknown, type CtyValue, unknown } from '../cty/value.ts'

/**
 * Converts a value of a test to a provider's value: numbers become `CtyNumber`s, and the text `?` is unknown. Sets keep the given order.
 */
export function cty(value: unknown): CtyValue {
  if (value === '?') return unknown
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || value instanceof CtyUnknown)
    return value
  if (typeof value === 'number') return CtyNumber.of(value)
  if (Array.isArray(value)) return value.map(cty)
  return ctyMap(Object.entries(value as object).map(([key, each]) => [key, cty(each)]))
}
