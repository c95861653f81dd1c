import type { Manifest } from '../manifest/manifest.ts'

/** A scheduled manifest. */
export interface WantedManifest extends Manifest {
  /** A new word for each scheduling, by which the scheduler can see whether the preparer has looked at it since. */
  readonly turn?: string
  /** If this differs from the last value that was used, the manifest is tried again, even if it was given up. */
  readonly again?: string
}

/** The intent for a pod: a manifest, no pod at all, or something unreadable. */
export type Wanted = WantedManifest | 'none' | { readonly unreadable: string }

export function isManifest(wanted: Wanted | undefined): wanted is WantedManifest {
  return typeof wanted === 'object' && 'hash' in wanted
}

/** Whether the user has asked for another attempt that has not been made yet. */
export function isAskedAgain({ again }: Pick<WantedManifest, 'again'>, heeded: string | undefined): boolean {
  return again !== undefined && again !== heeded
}
