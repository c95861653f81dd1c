/**
 * The levels of proof for the bytes of a plugin on this machine, from lowest to highest. `signature` and `attestation` apply only after this machine
 * itself has verified the bytes. A lock file pins bytes, but proves no author.
 */
export const levels = ['none', 'checksum', 'lock', 'signature', 'attestation'] as const

export type Level = (typeof levels)[number]

/** The maker of the bytes: a key's fingerprint, or the identity of an attestation. `gpg:<40 hex>`, `sigstore:<issuer> <subject>` */
export type Signer = string

export function isAtLeast(level: Level, wanted: Level): boolean {
  return levels.indexOf(level) >= levels.indexOf(wanted)
}
