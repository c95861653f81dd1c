import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomFillSync } from 'node:crypto'

const nonceBytes = 12
const tagBytes = 16

/** Encrypts with AES-256-GCM and a fresh random nonce: `nonce | ciphertext | tag` in base64url. `label` is authenticated, not hidden. */
export function encrypt(key: Buffer, plain: string, label: string): string {
  const nonce = freshNonce()
  const cipher = createCipheriv('aes-256-gcm', keyObject(key), nonce).setAAD(Buffer.from(label))
  return Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** Decrypts; `undefined` when the text was not written with this key and label, or has changed since. */
export function decrypt(key: Buffer, text: string, label: string): string | undefined {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length < nonceBytes + tagBytes) return undefined
  const decipher = createDecipheriv('aes-256-gcm', keyObject(key), bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAAD(Buffer.from(label)).setAuthTag(bytes.subarray(-tagBytes))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

/** Node takes three times as long for a text if it gets the bytes of its key, and not an object that it has made of them. */
const keyObjects = new WeakMap<Buffer, KeyObject>()

function keyObject(key: Buffer): KeyObject {
  const known = keyObjects.get(key) ?? createSecretKey(key)
  keyObjects.set(key, known)
  return known
}

/** Random bytes for the next nonces. Drawing few bytes costs as much as drawing many. */
const drawn = Buffer.alloc(100 * nonceBytes)
let used = drawn.length

/** Each nonce is given out once. */
function freshNonce(): Buffer {
  if (used === drawn.length) {
    randomFillSync(drawn)
    used = 0
  }
  used += nonceBytes
  return Buffer.from(drawn.subarray(used - nonceBytes, used))
}
