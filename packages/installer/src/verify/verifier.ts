import type { Descriptor } from '../descriptor/descriptor.ts'
import type { Offer } from '../sources/source.ts'
import type { Level, Signer } from './level.ts'

/** Says how sure this machine may be of bytes that have been fetched. Answers once for each content: what it has verified is kept in the store. */
export interface Verifier {
  /**
   * `locked`: the lock file had these bytes. `signer`: whom the lock file pinned.
   *
   * @throws Failure `install/checksum`, `install/bad-signature`, `install/other-key`, `install/unsigned`, `install/level` (less than the user requires)
   */
  verify(fetched: {
    readonly offer: Offer
    readonly file: string | undefined
    readonly sha256: string
    readonly locked: boolean
    readonly signer: Signer | undefined
    /** Ends it with its reason. */
    readonly signal?: AbortSignal
  }): Promise<{ readonly level: Level; readonly signer?: Signer }>
  /**
   * Whether what was installed earlier would be accepted today, by what this machine knows without asking anybody. If not, it is fetched and verified
   * again. Absent: it always would. `pinned`: whom the lock file names.
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
