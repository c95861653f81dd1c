import { readFileSync } from 'node:fs'
import { builtPath } from './built-path.ts'

/**
 * What the documentation says of error codes, by code: all of docs/reference/errors.
 *
 * @throws Failure `cli/not-built`
 */
export function errorPages(): ReadonlyMap<string, string> {
  const [, ...entries] = readFileSync(builtPath('errors.md'), 'utf8').split(/^## /m)
  return new Map(
    entries.map((entry) => {
      const end = entry.indexOf('\n')
      return [
        entry.slice(0, end).trim(),
        // Behind the last code of a page stands the beginning of the next page.
        entry.slice(end).split(/^# /m)[0]?.trim() ?? '',
      ] as const
    }),
  )
}
