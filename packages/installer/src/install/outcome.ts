import type { Failure } from '@slipway/model'
import type { Descriptor } from '../descriptor/descriptor.ts'
import type { Identity } from '../ecosystems/ecosystem.ts'
import type { Level, Signer } from '../verify/level.ts'

/** The outcome for one descriptor. */
export interface Outcome {
  readonly descriptor: Descriptor
  /** - `installed`: now
   * - `present`: it was
   * - `resumed`: what an earlier attempt had begun is finished
   * - `failed` */
  readonly action: 'installed' | 'present' | 'resumed' | 'failed'
  readonly installed?: Installed
  readonly failure?: Failure
}

/** A plugin on this machine, and where it is from. */
export interface Installed {
  readonly identity: Identity
  readonly folder: string
  /** As `Source.origin` says it. */
  readonly origin: string
  /** Of the archive; of the tree where there is no archive. Hex. */
  readonly sha256: string
  readonly size: number
  readonly level: Level
  readonly signer?: Signer
  /** Present, but not installed: `--download-only`, or what is missing. */
  readonly partial?: string
}
