import type { Descriptor } from '../descriptor/descriptor.ts'
import type { Offer } from '../sources/source.ts'
import type { Level, Signer } from './level.ts'

/** Establishes the level of proof for fetched bytes. Verifies each content only once: the store keeps the results. */
export interface Verifier {
  /**
   * Verifies fetched bytes. `locked`: the lock file has these bytes. `signer`: the signer that the lock file pins.
   * @throws Failure `install/checksum`, `install/bad-signature`, `install/other-key`, `install/unsigned`, `install/level` (less than the user
   * requires)
   */
  verify(fetched: {
    readonly offer: Offer
    readonly file: string | undefined
    readonly sha256: string
    readonly locked: boolean
    readonly signer: Signer | undefined
    /** The signal that ends the verification with its reason. */
    readonly signal?: AbortSignal
  }): Promise<{ readonly level: Level; readonly signer?: Signer }>
  /**
   * Whether an earlier installation would be accepted today, judged by this machine's own knowledge. If not, the plugin is fetched and verified
   * again. Absent: always true. `pinned`: the signer that the lock file names.
   */
  stillAccepts?(installed: {
    readonly descriptor: Descriptor
    readonly origin: string
    readonly sha256: string
    readonly level: Level
    readonly signer: Signer | undefined
    readonly pinned: Signer | undefined
  }): boolean
}
