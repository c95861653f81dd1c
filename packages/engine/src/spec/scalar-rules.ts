import { equalValues, type PropertySchema, type Scalar, type Value } from '@slipway/model'
import { aOrAn, didYouMean } from '@slipway/source'
import type { Budget } from '../language/budget.ts'
import { charactersIn } from '../language/scalar-text.ts'
import { matchesPattern } from './pattern.ts'

export interface ScalarProblem {
  readonly code: string
  /** The message without its subject, which is put before it: `must be an integer, but is the string "80"`. */
  readonly message: string
  readonly hint?: string
}

/** Describes a value in a message. A secret value is described without its content. */
type Describe = (value: Value) => string

/** The first rule of its schema that a known scalar breaks. Further rules are not checked. */
export function scalarProblem(
  schema: PropertySchema,
  value: Value,
  describe: Describe,
  budget: Budget,
): ScalarProblem | undefined {
  return (
    typeProblem(schema, value, describe) ??
    choiceProblem(schema, value, describe) ??
    rangeProblem(schema, value, describe) ??
    textProblem(schema, value, describe, budget)
  )
}

function typeProblem({ type }: PropertySchema, value: Value, describe: Describe): ScalarProblem | undefined {
  if (isOfType(type, value)) return undefined
  const message = `must be ${aOrAn(type)}, but is ${describe(value)}`
  return { code: 'blueprint/wrong-type', message, hint: typeHint(type, value) }
}

function isOfType(type: PropertySchema['type'], value: Value): boolean {
  if (type === 'integer') return typeof value === 'bigint' || Number.isInteger(value)
  if (type === 'float') return typeof value === 'bigint' || typeof value === 'number'
  return typeof value === type
}

function typeHint(type: PropertySchema['type'], value: Value): string {
  if (typeof value !== 'string') return examples[type]
  if (type === 'boolean' && /^(yes|no|on|off)$/i.test(value)) return 'write true or false'
  if (type === 'boolean' && /^(true|false)$/.test(value)) return 'remove the quotes'
  const isQuotedNumber = (type === 'integer' || type === 'float') && /^-?\d+(\.\d+)?$/.test(value)
  return isQuotedNumber ? 'remove the quotes, or give the variable it comes from the right type' : examples[type]
}

/** Hints for writing a value of each type. */
const examples: Readonly<Record<PropertySchema['type'], string>> = {
  string: 'write text, such as "page.html", or jsonencode(…) of the value',
  integer: 'write a whole number without quotes, such as 8',
  float: 'write a number without quotes, such as 0.5',
  boolean: 'write true or false',
  array: 'write a list: [ … ]',
  map: 'write a map: { name: value }',
  object: 'write a map: { name: value }',
  union: 'write one of the allowed shapes',
}

function choiceProblem(
  { allowedValues = [] }: PropertySchema,
  value: Value,
  describe: Describe,
): ScalarProblem | undefined {
  if (allowedValues.length === 0 || allowedValues.some((allowed) => equalValues(allowed, value))) return undefined
  const words = allowedValues.map(String)
  const message = `cannot be ${describe(value)}`
  return {
    code: 'blueprint/not-allowed',
    message,
    hint: (typeof value === 'string' ? didYouMean(value, words) : undefined) ?? `allowed: ${words.join(', ')}`,
  }
}

function rangeProblem(
  { minimum = null, maximum = null }: PropertySchema,
  value: Value,
  describe: Describe,
): ScalarProblem | undefined {
  if (typeof value !== 'number' && typeof value !== 'bigint') return undefined
  const size = sizeProblem(value, describe)
  if (size !== undefined) return size
  if (isNumber(minimum) && value < minimum)
    return outOfRange(`is ${describe(value)}, but must be at least ${minimum}`, within(minimum, maximum))
  if (isNumber(maximum) && value > maximum)
    return outOfRange(`is ${describe(value)}, but must be at most ${maximum}`, within(minimum, maximum))
  return undefined
}

/** The problem of an integer of more than 64 bits, which no plugin can receive. */
export function sizeProblem(value: Value, describe: Describe): ScalarProblem | undefined {
  if (typeof value !== 'bigint' || BigInt.asIntN(64, value) === value) return undefined
  return outOfRange(`is ${describe(value)}, but an integer may have at most 64 bits`)
}

function textProblem(
  schema: PropertySchema,
  value: Value,
  describe: Describe,
  budget: Budget,
): ScalarProblem | undefined {
  if (typeof value !== 'string') return undefined
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = schema
  // There are never more code points than code units, so most texts within the limits need no count.
  const length = value.length < 2 * minLength || value.length > maxLength ? charactersIn(value) : value.length
  if (length < minLength)
    return outOfRange(`has ${length} characters, but needs at least ${minLength}`, lengthHint(schema))
  if (length > maxLength)
    return outOfRange(`has ${length} characters, but may have at most ${maxLength}`, lengthHint(schema))
  if (pattern === undefined || matchesPattern(pattern, value, budget) !== false) return undefined
  return { code: 'blueprint/pattern', message: `is ${describe(value)}, which does not match the pattern ${pattern}` }
}

function outOfRange(message: string, hint?: string): ScalarProblem {
  return { code: 'blueprint/out-of-range', message, ...(hint === undefined ? {} : { hint }) }
}

function within(minimum: Scalar | null, maximum: Scalar | null): string {
  if (maximum === null) return `write ${minimum} or more`
  return minimum === null ? `write ${maximum} or less` : `write a number from ${minimum} to ${maximum}`
}

function lengthHint({ minLength, maxLength }: PropertySchema): string {
  if (maxLength === undefined) return `write ${minLength} characters or more`
  return minLength === undefined
    ? `write ${maxLength} characters or fewer`
    : `write ${minLength} to ${maxLength} characters`
}

function isNumber(scalar: Scalar): scalar is number | bigint {
  return typeof scalar === 'number' || typeof scalar === 'bigint'
}
