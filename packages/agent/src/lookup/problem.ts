import { Failure } from '@slipway/model'

/** A problem with the parts of an agent. */
export interface LookupProblem {
  readonly code: string
  readonly message: string
  readonly hint?: string | undefined
}

/** One error for all problems: code and hint of the first, the others as details. */
export function lookupFailure(problems: readonly LookupProblem[]): Failure | undefined {
  const [first, ...others] = problems
  if (first === undefined) return undefined
  return new Failure(first.code, first.message, {
    ...(first.hint === undefined ? {} : { hint: first.hint }),
    details: others.map(({ code, message }) => `${message} (${code})`),
  })
}
