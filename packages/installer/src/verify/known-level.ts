import type { Level, Signer } from './level.ts'
import { verifiedContents } from './verified-contents.ts'

/** The proof that a record of the store claims. */
export interface RecordedProof {
  readonly sha256: string
  readonly level: Level
  readonly signer?: Signer
}

/**
 * Returns the level of an installed plugin that this machine itself has established. A record with the level "signature" but without this machine's
 * seal was made elsewhere, and counts only like a lock file.
 */
export function knownLevel(
  { sha256, level, signer }: RecordedProof,
  places: { readonly home: string; readonly store: string },
): Level {
  if (level !== 'signature' && level !== 'attestation') return level
  const facts = verifiedContents(places).of(sha256)
  const isKnown = facts.some((fact) => fact.level === level && (level === 'attestation' || fact.signer === signer))
  return isKnown ? level : 'lock'
}
