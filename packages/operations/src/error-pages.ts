import { readFileSync } from 'node:fs'
import { builtPath } from './built-path.ts'

/**
 * Returns the documentation of all error codes, by code, from docs/reference/errors.
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
        // The entry of a page's last code is followed by the beginning of the next page.
        entry.slice(end).split(/^# /m)[0]?.trim() ?? '',
      ] as const
    }),
  )
}
