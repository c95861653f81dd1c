import { existsSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * Returns the path of a build result in `dist/`, beside the running code or in the package `@slipway/operations`, which also serves the published
 * command line. `undefined` if Slipway is not built.
 */
export function builtFile(name: string): string | undefined {
  const beside = besideCode(name)
  if (existsSync(beside)) return beside
  const inPackage = packageFolder()
  const there = inPackage === undefined ? undefined : join(inPackage, 'dist', name)
  return there !== undefined && existsSync(there) ? there : undefined
}

export function besideCode(name: string): string {
  return join(import.meta.dirname, '../dist', name)
}

function packageFolder(): string | undefined {
  try {
    const manifest = findPackageJSON('@slipway/operations', join(import.meta.dirname, 'built-file.js'))
    return manifest === undefined ? undefined : dirname(manifest)
  } catch {
    return undefined
  }
}
