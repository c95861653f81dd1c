import type { Manifest } from '../manifest/manifest.ts'

/** A manifest that is scheduled. */
export interface WantedManifest extends Manifest {
  /** Another word each time that it is scheduled: whoever waits for it sees that it was looked at since. */
  readonly turn?: string
  /** Another word than the last one that was heeded: it shall be tried again, though it was given up. */
  readonly again?: string
}

/** What the intent says of a pod: a manifest, that there shall be none, or something that cannot be read. */
export type Wanted = WantedManifest | 'none' | { readonly unreadable: string }

export function isManifest(wanted: Wanted | undefined): wanted is WantedManifest {
  return typeof wanted === 'object' && 'hash' in wanted
}

/** Whether it shall be tried again, and has not been yet. */
export function isAskedAgain({ again }: Pick<WantedManifest, 'again'>, heeded: string | undefined): boolean {
  return again !== undefined && again !== heeded
}
