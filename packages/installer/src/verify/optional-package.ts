import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Failure } from '@slipway/model'

/**
 * Packages that Slipway does not include, because they are large and few users need them. Only the listed versions have been tested.
 */
const optionalPackages = {
  openpgp: '6.3.2',
  '@sigstore/bundle': '5.0.1',
  '@sigstore/protobuf-specs': '0.5.2',
  '@sigstore/tuf': '5.0.1',
  '@sigstore/verify': '4.1.3',
} as const

export type OptionalPackage = keyof typeof optionalPackages

/** Returns the folder into which `npm install --prefix` puts the packages for one user. */
function verifiersFolder(home: string): string {
  return join(home, 'verifiers')
}

/** Returns the command that installs these packages. */
export function installCommand(home: string, names: readonly OptionalPackage[]): string {
  const wanted = names.map((name) => `${name}@${optionalPackages[name]}`)
  return `npm install --ignore-scripts --prefix ${verifiersFolder(home)} ${wanted.join(' ')}`
}

/**
 * Loads an optional package from the user's own folder of verifiers, or from a folder beside Slipway, and never from a project. `undefined`: the
 * package is not installed.
 */
export function loadOptional(home: string, name: OptionalPackage): unknown {
  for (const from of [join(verifiersFolder(home), 'package.json'), join(import.meta.dirname, 'verifier.ts')]) {
    const require = createRequire(from)
    try {
      return require(name) as unknown
    } catch (error) {
      if (!isMissing(error, name)) throw broken(name, error)
    }
  }
  return undefined
}

/** Whether the package itself is missing; if one of its dependencies is missing, the package is broken. */
function isMissing(error: unknown, name: string): boolean {
  return (error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND' && String(error).includes(`'${name}'`)
}

function broken(name: string, cause: unknown): Failure {
  return new Failure('install/no-verifier', `the package ${name} cannot be loaded: ${String(cause)}`, { cause })
}
