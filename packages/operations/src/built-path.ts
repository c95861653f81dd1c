import { existsSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { Failure } from '@slipway/model'

/**
 * The path of a build result in `dist/`, beside the running code or in the package `@slipway/operations`, which also serves the published
 * command line.
 *
 * @throws Failure `cli/not-built`
 */
export function builtPath(name: string): string {
  const beside = join(import.meta.dirname, '../dist', name)
  if (existsSync(beside)) return beside
  const inPackage = packageFolder()
  const there = inPackage === undefined ? undefined : join(inPackage, 'dist', name)
  if (there !== undefined && existsSync(there)) return there
  throw new Failure('cli/not-built', `Slipway has not been built: there is no ${beside}`, {
    hint: 'npm run build, in the folder of Slipway, builds it',
  })
}

function packageFolder(): string | undefined {
  try {
    const manifest = findPackageJSON('@slipway/operations', join(import.meta.dirname, 'built-path.js'))
    return manifest === undefined ? undefined : dirname(manifest)
  } catch {
    return undefined
  }
}
