import { Failure } from '@slipway/model'
import { didYouMean } from '@slipway/source'
import { errorPages } from '../error-pages.ts'

export interface Explanation {
  readonly code: string
  /** Markdown: what it means, and what to do. */
  readonly text: string
}

/**
 * What an error code means, and what to do. Brackets around it, as messages have them, do no harm.
 *
 * @throws Failure `cli/unknown-code`
 */
export function explainCode(given: string): Explanation {
  const code = given.replace(/^\[|\]$/g, '')
  const pages = errorPages()
  const text = pages.get(code)
  if (text !== undefined) return { code, text }
  const codes = [...pages.keys()]
  // People remember the second half.
  const same = codes.find((known) => known.endsWith(`/${code}`))
  throw new Failure('cli/unknown-code', `there is no error code ${JSON.stringify(code.slice(0, 80))}`, {
    hint:
      same === undefined
        ? (didYouMean(code, codes) ?? 'it stands in brackets at the end of a message: [blueprint/unknown-variable]')
        : `did you mean "${same}"?`,
  })
}
