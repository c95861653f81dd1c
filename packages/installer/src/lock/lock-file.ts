import type { Signer } from '../verify/level.ts'

/** One plugin in `slipway.lock`. */
export interface LockEntry {
  /** The result of `descriptorKey`: `pulumi:random`, `celerity/aws`. Two versions side by side are two entries. */
  readonly descriptor: string
  /** The range that was requested when the version was chosen: `^1.2`. Empty: no range. */
  readonly asked: string
  readonly version: string
  readonly origin: string
  /** The commit or digest that was requested from the source, if the version does not determine it. */
  readonly at?: string
  readonly platforms: Readonly<Record<string, LockedBytes>>
  /** True if only the platform of the entry's author is known: the next colleague adds another one. */
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

/** The lock file of a project, as the installer uses it. The folder `lock/` reads, merges and writes it. */
export interface LockFile {
  readonly file: string
  readonly entries: readonly LockEntry[]
  /** Returns the entry for a descriptor with the highest version that fits the request; `undefined`: the installer must choose. */
  find(descriptor: string, fits: (version: string, entry: LockEntry) => boolean): LockEntry | undefined
  /**
   * Records the choice. The entry of the same descriptor and version gets the new values. An older choice for the same request is removed. If there
   * is only one other version, and no caller has found it meanwhile, it is removed too, because it was for a range that is no longer requested. All
   * other entries stay.
   * @throws Failure `install/frozen` if the file must not change, but would
   */
  put(entry: LockEntry): void
  readonly isChanged: boolean
  /**
   * Writes the whole file or nothing. Keeps entries that another process has written meanwhile.
   * @throws Failure `install/unwritable-lock`
   */
  save(): void
}
