import type { Signer } from '../verify/level.ts'

/** One plugin in `slipway.lock`. */
export interface LockEntry {
  /** The descriptor without its version, in short form: `pulumi:random`, `celerity/aws`. Two versions side by side are two entries. */
  readonly descriptor: string
  /** What was asked for when it was chosen: `^1.2`. */
  readonly asked: string
  readonly version: string
  readonly origin: string
  /** A commit, a digest: what the source was asked for, where the version does not say it. */
  readonly at?: string
  /** By platform. */
  readonly platforms: Readonly<Record<string, { readonly sha256: string; readonly size?: number }>>
  /** True where only the platform of who locked it is known: the next colleague fills in his. */
  readonly isPartial: boolean
  readonly signer?: Signer
}

/** The lock file of a project, as the installer uses it. Reading, merging and writing it is `lock/`'s. */
export interface LockFile {
  readonly file: string
  /** The entry for a descriptor whose version fits what is asked for; `undefined`: choose. */
  find(descriptor: string, fits: (version: string) => boolean): LockEntry | undefined
  /** Replaces the entry for that descriptor and version alone. */
  put(entry: LockEntry): void
  readonly isChanged: boolean
  /** Whole or not at all. */
  save(): void
}
