import { Failure } from '@slipway/model'
import { besideCode, builtFile } from './built-file.ts'

/**
 * Returns the path of a build result, like `builtFile`.
 *
 * @throws Failure `cli/not-built`
 */
export function builtPath(name: string): string {
  const built = builtFile(name)
  if (built !== undefined) return built
  throw new Failure('cli/not-built', `Slipway has not been built: there is no ${besideCode(name)}`, {
    hint: 'npm run build, in the folder of Slipway, builds it',
  })
}
