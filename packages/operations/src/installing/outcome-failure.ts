import { type Outcome, descriptorText } from '@slipway/installer'
import { Failure } from '@slipway/model'

/** Returns all failed installations as one failure: the message of the first failure, with the others as details. */
export function failureOf(failed: readonly Outcome[]): Failure {
  const [first, ...others] = failed
  const { failure, descriptor } = first ?? {}
  if (failure === undefined || descriptor === undefined) return new Failure('install/failed', 'nothing was installed')
  const more = others.map((each) => `${descriptorText(each.descriptor)}: ${each.failure?.message ?? 'failed'}`)
  return new Failure(failure.code, `${descriptorText(descriptor)} was not installed: ${failure.message}`, {
    details: [...failure.details, ...more],
    ...(failure.hint !== undefined && { hint: failure.hint }),
    cause: failure,
  })
}
