import type { Signer } from '../verify/level.ts'

/** One plugin in `slipway.lock`. */
export interface LockEntry {
  /** As `descriptorKey` says it: `pulumi:random`, `celerity/aws`. Two versions side by side are two entries. */
  readonly descriptor: string
  /** The range that was asked for when it was chosen: `^1.2`. Empty: none. */
  readonly asked: string
  readonly version: string
  readonly origin: string
  /** A commit, a digest: what the source was asked for, where the version does not say it. */
  readonly at?: string
  /** By platform. */
  readonly platforms: Readonly<Record<string, LockedBytes>>
  /** True where only the platform of who locked it is known: the next colleague fills in his. */
  readonly isPartial: boolean
  readonly signer?: Signer
}

export interface LockedBytes {
  /** What lock files of Terraform call `zh:`. */
  readonly sha256: string
  readonly size?: number
  /** `h1:…` of the files in it, as lock files of Terraform have it: only of what was downloaded. */
  readonly h1?: string
}

/** The lock file of a project, as the installer uses it. Reading, merging and writing it is `lock/`'s. */
export interface LockFile {
  readonly file: string
  readonly entries: readonly LockEntry[]
  /** The entry for a descriptor with the highest version that fits what is asked for; `undefined`: choose. */
  find(descriptor: string, fits: (version: string, entry: LockEntry) => boolean): LockEntry | undefined
  /**
   * Writes down what was chosen. The entry of the same descriptor and version takes what is new. An older choice for the same question goes, and so does
   * the only other version, if nobody has found it meanwhile: it was for a range that is no longer asked for. All others stay.
   *
   * @throws Failure `install/frozen` if it must not change, and would
   */
  put(entry: LockEntry): void
  readonly isChanged: boolean
  /** Writes all or nothing. Keeps entries that somebody else has written meanwhile. @throws Failure `install/unwritable-lock` */
  save(): void
}
