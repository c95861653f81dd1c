import type { Failure } from '@slipway/model'
import type { Descriptor } from '../descriptor/descriptor.ts'
import type { Identity } from '../ecosystems/ecosystem.ts'
import type { Level, Signer } from '../verify/level.ts'

/** The outcome for one descriptor. */
export interface Outcome {
  readonly descriptor: Descriptor
  /**
   * - `installed`: it was installed now
   * - `present`: it was already installed
   * - `resumed`: this call finished an earlier attempt
   * - `failed`
   */
  readonly action: 'installed' | 'present' | 'resumed' | 'failed'
  readonly installed?: Installed
  readonly failure?: Failure
}

/** A plugin on this machine, with its origin. */
export interface Installed {
  readonly identity: Identity
  readonly folder: string
  /** The result of `Source.origin`. */
  readonly origin: string
  /** The hash of the archive, or of the tree if there is no archive. In hex. */
  readonly sha256: string
  readonly size: number
  readonly level: Level
  readonly signer?: Signer
  /** Present if another copy of this version has its place: that one runs where no lock file names this one. */
  readonly isApart?: true
  /** The reason why the plugin is present but not installed: `--download-only`, or the missing part. Absent: it is installed. */
  readonly partial?: string
}
