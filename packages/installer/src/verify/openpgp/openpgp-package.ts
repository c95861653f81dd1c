import { loadOptional } from '../optional-package.ts'
import type { GoodSignature, SignatureCheck, Signed, SignatureVerifier } from './signature-check.ts'

/** The part of the package `openpgp` that we use. */
interface OpenPgp {
  readonly enums: { readonly hash: Readonly<Record<string, number>> }
  readKeys(options: { readonly binaryKeys: Uint8Array }): Promise<readonly Key[]>
  readSignature(
    options: { readonly binarySignature: Uint8Array } | { readonly armoredSignature: string },
  ): Promise<object>
  createMessage(options: { readonly binary: Uint8Array }): Promise<object>
  verify(options: {
    readonly message: object
    readonly signature: object
    readonly verificationKeys: readonly Key[]
    readonly config: { readonly rejectMessageHashAlgorithms: ReadonlySet<number | undefined> }
  }): Promise<{ readonly signatures: readonly Verification[] }>
}

interface Key {
  getFingerprint(): string
  getExpirationTime(): Promise<Date | number | null>
  isRevoked(): Promise<boolean>
  getKeys(keyId: KeyId): readonly { getExpirationTime(): Promise<Date | number | null> }[]
}

interface KeyId {
  toHex(): string
}

interface Verification {
  readonly keyID: KeyId
  readonly verified: Promise<true>
}

/** Creates a verifier with the package `openpgp`, if it is installed. The package has 17 MB. */
export function openpgpPackage(home: string, now: () => number): SignatureVerifier {
  return async (signed: Signed) => {
    const openpgp = loadOptional(home, 'openpgp') as OpenPgp | undefined
    if (openpgp === undefined) return undefined
    try {
      return await check(openpgp, signed, now)
    } catch (error) {
      return { outcome: 'bad', why: error instanceof Error ? error.message : String(error) }
    }
  }
}

async function check(openpgp: OpenPgp, { text, signature, keys }: Signed, now: () => number): Promise<SignatureCheck> {
  const read = (await Promise.all(keys.map((binaryKeys) => openpgp.readKeys({ binaryKeys })))).flat()
  const { sha1, md5, ripemd } = openpgp.enums.hash
  const { signatures } = await openpgp.verify({
    message: await openpgp.createMessage({ binary: text }),
    signature: await readSignature(openpgp, signature),
    verificationKeys: read,
    config: { rejectMessageHashAlgorithms: new Set([sha1, md5, ripemd]) },
  })
  const by: GoodSignature[] = []
  let unknown: SignatureCheck | undefined
  for (const { keyID, verified } of signatures) {
    const key = read.find((each) => each.getKeys(keyID).length > 0)
    const why = await verified.then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    if (key === undefined) unknown = { outcome: 'unknown-key', keyId: keyID.toHex().toUpperCase() }
    else if (why !== undefined) return { outcome: 'bad', why }
    else if (await key.isRevoked()) return { outcome: 'bad', why: 'the key has been revoked' }
    else by.push({ fingerprint: key.getFingerprint().toUpperCase(), isExpired: await isExpired(key, keyID, now()) })
  }
  if (by.length > 0) return { outcome: 'good', by }
  return unknown ?? { outcome: 'bad', why: 'there is no signature in it' }
}

function readSignature(openpgp: OpenPgp, signature: Uint8Array): Promise<object> {
  const isBinary = ((signature[0] ?? 0) & 0x80) !== 0
  return isBinary
    ? openpgp.readSignature({ binarySignature: signature })
    : openpgp.readSignature({ armoredSignature: Buffer.from(signature).toString('latin1') })
}

async function isExpired(key: Key, keyId: KeyId, now: number): Promise<boolean> {
  const times = await Promise.all([key, ...key.getKeys(keyId)].map((each) => each.getExpirationTime()))
  return times.some((time) => time === null || Number(time) <= now)
}
