import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '@slipway/model'

/**
 * The folder they are built to. The bundle of the command line lies in the `dist/` of its own package, with plugins beside
 * it.
 */
const built = join(import.meta.dirname, '../dist/plugins')

/**
 * The plugin root with the plugins that come with Slipway.
 *
 * @throws Failure `cli/not-built`
 */
export function corePluginRoot(): string {
  if (existsSync(built)) return built
  throw new Failure('cli/not-built', `Slipway has not been built: there is no ${built}`, {
    hint: 'npm run build, in the folder of Slipway, builds it',
  })
}
