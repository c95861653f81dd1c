import { Failure } from '@slipway/model'

/** Something wrong with what an agent was given. */
export interface LookupProblem {
  readonly code: string
  readonly message: string
  readonly hint?: string | undefined
}

/** One error that tells all problems: code and hint of the first, the others as details. */
export function lookupFailure(problems: readonly LookupProblem[]): Failure | undefined {
  const [first, ...others] = problems
  if (first === undefined) return undefined
  return new Failure(first.code, first.message, {
    ...(first.hint === undefined ? {} : { hint: first.hint }),
    details: others.map(({ code, message }) => `${message} (${code})`),
  })
}
