/** The verdict of an OpenPGP verifier about a detached signature. Fingerprints are those of primary keys, in upper-case hex. */
export type SignatureCheck =
  /** The good signatures, at least one. A file may have several signatures, for example while a publisher changes keys. */
  | { readonly outcome: 'good'; readonly by: readonly GoodSignature[] }
  /** The signature was altered, revoked, has expired, or was made in a way that is no longer safe. */
  | { readonly outcome: 'bad'; readonly why: string }
  /** The signature is by a key that was not given. */
  | { readonly outcome: 'unknown-key'; readonly keyId: string }

export interface GoodSignature {
  readonly fingerprint: string
  /** The key has expired, before or after the signature: only a user who trusts the key by hand may count the signature. */
  readonly isExpired: boolean
}

export interface Signed {
  readonly text: Uint8Array
  /** The signature, binary or armored. */
  readonly signature: Uint8Array
  /** The keys in binary form; each item holds one or more public keys. */
  readonly keys: readonly Uint8Array[]
}

/** Verifies a signature; `undefined`: this verifier is not on this machine. */
export type SignatureVerifier = (signed: Signed) => Promise<SignatureCheck | undefined>
