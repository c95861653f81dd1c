/**
 * The parameter that makes a plugin serve another package than its own. It is words from which the plugin makes a package, or the bytes and
 * the version that the plugin has answered to such words before.
 */
export type PackageParameter = PackageWords | PackageBytes

interface PackageWords {
  /** The package's name. The plugin must answer with the same name. */
  readonly name: string
  readonly args: readonly string[]
}

interface PackageBytes {
  readonly name: string
  /** The package's version. */
  readonly version: string
  readonly value: Uint8Array
}
