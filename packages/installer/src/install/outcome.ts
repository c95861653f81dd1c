import type { Failure } from '@slipway/model'
import type { Descriptor } from '../descriptor/descriptor.ts'
import type { Identity } from '../ecosystems/ecosystem.ts'
import type { Level, Signer } from '../verify/level.ts'

/** The outcome for one descriptor. */
export interface Outcome {
  readonly descriptor: Descriptor
  /**
   * - `installed`: now
   * - `present`: it was already installed
   * - `resumed`: finished what an earlier attempt had begun
   * - `failed`
   */
  readonly action: 'installed' | 'present' | 'resumed' | 'failed'
  readonly installed?: Installed
  readonly failure?: Failure
}

/** A plugin on this machine, and where it is from. */
export interface Installed {
  readonly identity: Identity
  readonly folder: string
  /** The result of `Source.origin`. */
  readonly origin: string
  /** The hash of the archive, or of the tree if there is no archive. Hex. */
  readonly sha256: string
  readonly size: number
  readonly level: Level
  readonly signer?: Signer
  /** Present, but not installed; the reason: `--download-only`, or the missing part. */
  readonly partial?: string
}
