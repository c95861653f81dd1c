import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '@slipway/model'

/** All of docs/reference/errors, as the build puts it beside what runs. */
const built = join(import.meta.dirname, '../dist/errors.md')

/**
 * What the documentation says of error codes, by code.
 *
 * @throws Failure `cli/not-built`
 */
export function errorPages(): ReadonlyMap<string, string> {
  if (!existsSync(built))
    throw new Failure('cli/not-built', `Slipway has not been built: there is no ${built}`, {
      hint: 'npm run build, in the folder of Slipway, builds it',
    })
  const [, ...entries] = readFileSync(built, 'utf8').split(/^## /m)
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
