import { Failure } from '@slipway/model'
import { didYouMean } from '@slipway/source'
import { errorPages } from '../error-pages.ts'

export interface Explanation {
  readonly code: string
  /** The meaning of the code and the remedy, in Markdown. */
  readonly text: string
}

/**
 * Explains an error code and its remedy. Accepts brackets around the code, as in messages.
 *
 * @throws Failure `cli/unknown-code`
 */
export function explainCode(given: string): Explanation {
  const code = given.replace(/^\[|\]$/g, '')
  const pages = errorPages()
  const text = pages.get(code)
  if (text !== undefined) return { code, text }
  const codes = [...pages.keys()]
  // A user may remember only the second half of a code.
  const same = codes.find((known) => known.endsWith(`/${code}`))
  throw new Failure('cli/unknown-code', `there is no error code ${JSON.stringify(code.slice(0, 80))}`, {
    hint:
      same === undefined
        ? (didYouMean(code, codes) ?? 'the code is in brackets at the end of a message: [blueprint/unknown-variable]')
        : `did you mean "${same}"?`,
  })
}
