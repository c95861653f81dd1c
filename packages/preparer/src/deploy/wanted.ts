import type { Manifest } from '../manifest/manifest.ts'

/** A manifest that is scheduled. */
export interface WantedManifest extends Manifest {
  /** A new word each time that it is scheduled: the scheduler can see that the preparer has looked at it since. */
  readonly turn?: string
  /** When this differs from the last value that was heeded, the manifest is tried again, even if it was given up. */
  readonly again?: string
}

/** The intent for a pod: a manifest, no pod at all, or something unreadable. */
export type Wanted = WantedManifest | 'none' | { readonly unreadable: string }

export function isManifest(wanted: Wanted | undefined): wanted is WantedManifest {
  return typeof wanted === 'object' && 'hash' in wanted
}

/** Whether it shall be tried again, and has not been yet. */
export function isAskedAgain({ again }: Pick<WantedManifest, 'again'>, heeded: string | undefined): boolean {
  return again !== undefined && again !== heeded
}
