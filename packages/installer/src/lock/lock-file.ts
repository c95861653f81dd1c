import type { Signer } from '../verify/level.ts'

/** One plugin in `slipway.lock`. */
export interface LockEntry {
  /** The result of `descriptorKey`: `pulumi:random`, `celerity/aws`. Two versions side by side are two entries. */
  readonly descriptor: string
  /** The range that was asked for when it was chosen: `^1.2`. Empty: none. */
  readonly asked: string
  readonly version: string
  readonly origin: string
  /** The commit or digest that the source was asked for, if the version does not determine it. */
  readonly at?: string
  readonly platforms: Readonly<Record<string, LockedBytes>>
  /** True if only the platform of the author of the entry is known: the next colleague adds theirs. */
  readonly isPartial: boolean
  readonly signer?: Signer
}

export interface LockedBytes {
  /** The value that Terraform's lock files call `zh:`. */
  readonly sha256: string
  readonly size?: number
  /** `h1:…` of the files in it, as in Terraform's lock files; only for downloaded archives. */
  readonly h1?: string
}

/** The lock file of a project, as the installer uses it. Reading, merging and writing it is `lock/`'s. */
export interface LockFile {
  readonly file: string
  readonly entries: readonly LockEntry[]
  /** The entry for a descriptor with the highest version that fits the request; `undefined`: choose. */
  find(descriptor: string, fits: (version: string, entry: LockEntry) => boolean): LockEntry | undefined
  /**
   * Records the choice. The entry of the same descriptor and version gets the new values. An older choice for the same question is removed,
   * and so is the only other version, if nobody has found it meanwhile: it was for a range that is no longer asked for. All others stay.
   * @throws Failure `install/frozen` if the file must not change, and would
   */
  put(entry: LockEntry): void
  readonly isChanged: boolean
  /**
   * Writes all or nothing. Keeps entries that another process has written meanwhile.
   * @throws Failure `install/unwritable-lock`
   */
  save(): void
}
