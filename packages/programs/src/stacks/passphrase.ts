import { createCipheriv, createDecipheriv, pbkdf2, pbkdf2Sync, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'

/** As in Pulumi: deriving a key takes half a second on purpose. */
const iterations = 1_000_000
const keyBytes = 32
const saltBytes = 8
const nonceBytes = 12
const tagBytes = 16

/** A known text in a stack's salt, which reveals a wrong passphrase at once. */
const proof = 'pulumi'

const derive = promisify(pbkdf2)

/** Seals the secrets of a stack under a passphrase, in the form of Pulumi: `v1:<nonce>:<text and tag>`. */
export class PassphraseKey {
  /** `encryptionsalt` of the stack: `v1:<salt>:v1:<nonce>:<proof>` */
  readonly salt: string
  readonly #key: Buffer

  private constructor(key: Buffer, salt: string) {
    this.#key = key
    this.salt = salt
  }

  /** The key of a passphrase; `undefined` for a wrong passphrase or an invalid salt. */
  static async of(salt: string, passphrase: string): Promise<PassphraseKey | undefined> {
    const [version, bytes = '', ...sealed] = salt.split(':')
    if (version !== 'v1') return undefined
    const key = new PassphraseKey(await keyOf(passphrase, Buffer.from(bytes, 'base64')), salt)
    return key.open(sealed.join(':')) === proof ? key : undefined
  }

  /** Makes a new key for a stack without one. */
  static async make(passphrase: string): Promise<PassphraseKey> {
    const salt = randomBytes(saltBytes)
    const key = await keyOf(passphrase, salt)
    return new PassphraseKey(key, `v1:${salt.toString('base64')}:${seal(key, proof)}`)
  }

  seal(plain: string): string {
    return seal(this.#key, plain)
  }

  /** Opens a text; `undefined` if it was changed or sealed with another key. */
  open(sealed: string): string | undefined {
    return openSealed(sealed, this.#key)
  }
}

/** Opens a sealed text; `undefined` if it does not open. */
export function openSealed(sealed: string, key: Buffer): string | undefined {
  const [version, nonce = '', text = ''] = sealed.split(':')
  const bytes = Buffer.from(text, 'base64')
  if (version !== 'v1' || bytes.length < tagBytes) return undefined
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64'))
    decipher.setAuthTag(bytes.subarray(-tagBytes))
    return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

function keyOf(passphrase: string, salt: Buffer): Promise<Buffer> {
  return derive(passphrase, salt, iterations, keyBytes, 'sha256')
}

/** Derives a key synchronously. */
export function keyAtOnce(passphrase: string, salt: Buffer): Buffer {
  return pbkdf2Sync(passphrase, salt, iterations, keyBytes, 'sha256')
}

function seal(key: Buffer, plain: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `v1:${nonce.toString('base64')}:${text.toString('base64')}`
}
