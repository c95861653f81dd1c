/** The part of package-lock.json about installed packages. */
export interface Lock {
  /** Keyed by the place of the installation: `node_modules/esbuild`, `packages/model`. */
  readonly packages: Readonly<Record<string, LockedPackage>>
}

interface LockedPackage {
  readonly integrity?: string
  /** True for a package of this repository. */
  readonly link?: boolean
}

/** Packages from outside that npm would take from the registry without checking a hash. */
export function withoutHash({ packages }: Lock): readonly string[] {
  return Object.entries(packages)
    .filter(([name, { link, integrity }]) => name.includes('node_modules/') && link !== true && integrity === undefined)
    .map(([name]) => name)
}
