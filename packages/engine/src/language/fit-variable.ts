import type { Scalar, ScalarType, Value } from '@slipway/model'
import { exactInteger } from '@slipway/source'

const integer = /^[-+]?[0-9]+$/
const float = /^[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?$/

/**
 * Converts a value to the type of its variable. Text is read if it is exactly such a value, and numbers become text. `undefined` if the value does
 * not fit.
 */
export function fitVariable(type: ScalarType, given: Value): Scalar | undefined {
  if (given === null || typeof given === 'object') return undefined
  if (type === 'string') return String(given)
  if (typeof given !== 'string') return isOfType(type, given) ? given : undefined
  const text = given.trim()
  if (type === 'boolean') return text === 'true' || text === 'false' ? text === 'true' : undefined
  if (type === 'integer') return integer.test(text) ? exactInteger(text) : undefined
  const number = float.test(text) ? Number(text) : Number.NaN
  return Number.isFinite(number) ? number : undefined
}

function isOfType(type: ScalarType, given: number | bigint | boolean): boolean {
  if (type === 'boolean') return typeof given === 'boolean'
  if (typeof given === 'boolean') return false
  return type === 'float' || typeof given === 'bigint' || Number.isInteger(given)
}
