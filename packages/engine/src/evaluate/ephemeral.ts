import { containsPassedOn, type Value } from '@slipway/model'
import type { Origin } from '../language/expression.ts'
import { EvaluationFailure } from '../language/failure.ts'

/**
 * Refuses an ephemeral value in a place where Slipway records values.
 *
 * @param what that place: `the export "token"`
 * @throws EvaluationFailure
 */
export function notEphemeral(value: Value, what: string, origin: Origin): Value {
  if (!containsPassedOn(value)) return value
  throw new EvaluationFailure(
    'blueprint/ephemeral-value',
    origin,
    `${what} would be recorded, but an ephemeral value must not be`,
    'use the value in a write-only property, or read it from a data source',
  )
}
