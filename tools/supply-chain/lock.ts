/** The part of package-lock.json that says what is installed. */
export interface Lock {
  /** By where each is installed: `node_modules/esbuild`, `packages/model`. */
  readonly packages: Readonly<Record<string, LockedPackage>>
}

interface LockedPackage {
  readonly integrity?: string
  /** Of this repository. */
  readonly link?: boolean
}

/** Packages from outside that npm would take from the registry unseen. */
export function withoutHash({ packages }: Lock): readonly string[] {
  return Object.entries(packages)
    .filter(([name, { link, integrity }]) => name.includes('node_modules/') && link !== true && integrity === undefined)
    .map(([name]) => name)
}
