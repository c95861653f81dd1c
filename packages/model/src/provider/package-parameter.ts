/**
 * The parameter that makes a plugin serve another package than its own: words from which it makes a package, or the bytes with a version
 * that it has answered for such words before.
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
