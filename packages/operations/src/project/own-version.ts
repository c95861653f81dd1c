import { dirname, join } from 'node:path'
import { Failure } from '@slipway/model'
import { readOptionalText } from '@slipway/source/files'
import { version } from '../version.ts'

/**
 * Refuses a project whose own `slipway` package, used for types and `npx slipway`, has another version.
 *
 * @throws Failure `stack-file/other-version`
 */
export function refuseOtherVersion(directory: string): void {
  for (let folder = directory; ; folder = dirname(folder)) {
    const own = versionIn(join(folder, 'node_modules/slipway/package.json'))
    if (own !== undefined) {
      if (own === version) return
      throw new Failure(
        'stack-file/other-version',
        `${folder} has slipway ${own} in its node_modules, but this is slipway ${version}`,
        {
          hint: `run the project's version with npx, or install this version there: npm install --save-dev slipway@${version}`,
        },
      )
    }
    if (dirname(folder) === folder) return
  }
}

function versionIn(manifest: string): string | undefined {
  try {
    const text = readOptionalText(manifest, { isOnDisk: true }) ?? ''
    const { version: own } = JSON.parse(text) as { readonly version?: unknown }
    return typeof own === 'string' ? own : undefined
  } catch {
    return undefined
  }
}
