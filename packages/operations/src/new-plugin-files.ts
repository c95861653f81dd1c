import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '@slipway/model'

/** examples/provider, as the build puts it beside what runs. */
const built = join(import.meta.dirname, '../dist/new-plugin')

/**
 * What a new plugin starts from, by file name.
 *
 * @throws Failure `cli/not-built`
 */
export function newPluginFiles(): ReadonlyMap<string, string> {
  if (!existsSync(built))
    throw new Failure('cli/not-built', `Slipway has not been built: there is no ${built}`, {
      hint: 'npm run build, in the folder of Slipway, builds it',
    })
  return new Map(readdirSync(built).map((name) => [name, readFileSync(join(built, name), 'utf8')]))
}
