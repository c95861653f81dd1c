/**
 * What makes a plugin serve a package that is not its own: words that it makes a package of, or bytes that say which version
 * of it, as it has said them of itself before.
 */
export type PackageParameter = PackageWords | PackageBytes

interface PackageWords {
  /** Of the package: the plugin has to call it so, too. */
  readonly name: string
  readonly args: readonly string[]
}

interface PackageBytes {
  readonly name: string
  /** Of the package. */
  readonly version: string
  readonly value: Uint8Array
}
