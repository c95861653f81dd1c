/**
 * How sure this machine is of the bytes of a plugin, from least to most. `signature` and `attestation` only after this machine itself has verified
 * them. A lock file pins bytes and proves nobody.
 */
export const levels = ['none', 'checksum', 'lock', 'signature', 'attestation'] as const

export type Level = (typeof levels)[number]

/** The maker of the bytes: a key's fingerprint, or the identity of an attestation. `gpg:<40 hex>`, `sigstore:<issuer> <subject>` */
export type Signer = string

export function isAtLeast(level: Level, wanted: Level): boolean {
  return levels.indexOf(level) >= levels.indexOf(wanted)
}
