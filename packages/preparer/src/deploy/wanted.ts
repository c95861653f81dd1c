import type { Manifest } from '../manifest/manifest.ts'

/** What the intent says of a pod: a manifest, that there shall be none, or something that cannot be read. */
export type Wanted = Manifest | 'none' | { readonly unreadable: string }

export function isManifest(wanted: Wanted | undefined): wanted is Manifest {
  return typeof wanted === 'object' && 'hash' in wanted
}
