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
  }): Promise<{ readonly level: Level; readonly signer?: Signer }>
}
