import { Failure } from '@slipway/model'
import type { Path, Place, Sealer } from '@slipway/stores'
import { isUnbound } from '@slipway/stores/sealer'
import { givenPassphrase } from './given-passphrase.ts'
import { PassphraseKey } from './passphrase.ts'
import type { StackFile } from './stack-file.ts'

/** The keys for the secrets of stacks. */
export interface StackKeys {
  readonly env: NodeJS.ProcessEnv
  /** Our own sealer, for stacks without a passphrase. Its key is created at the first use. */
  readonly sealer: Sealer
}

/** The full key of a value, and the path to a secret inside it. */
export type SecretPath = readonly [key: string, ...steps: Path]

/** The prefix of secrets sealed with our own key. */
const ours = 'slipway:'

export function isOurs(sealed: string): boolean {
  return sealed.startsWith(ours)
}

type SecretsOf = Pick<StackFile, 'file' | 'instance' | 'encryptionSalt' | 'secretsProvider' | 'exists'>

/** The secrets of one stack. The key is derived for the first secret. */
export class StackSecrets {
  readonly #stack: SecretsOf
  readonly #keys: StackKeys
  #key: Promise<PassphraseKey> | undefined

  constructor(stack: SecretsOf, keys: StackKeys) {
    this.#stack = stack
    this.#keys = keys
  }

  /** @param path the key, which messages use, and the path below it */
  async open(sealed: string, path: SecretPath): Promise<string> {
    const [name] = path
    if (isOurs(sealed)) return this.#openOurs(sealed.slice(ours.length), path)
    const { file, encryptionSalt } = this.#stack
    this.#refuseForeign()
    if (encryptionSalt === undefined) throw foreign(file, 'Pulumi Cloud, or a key that the file does not name')
    const plain = (await this.#passphraseKey()).open(sealed)
    if (plain === undefined) throw damaged(file, name, 'it was changed')
    return plain
  }

  /** Opens a secret of our own key. Accepts the first form, too, because a stack's file has no mark to rule it out. */
  #openOurs(sealed: string, path: SecretPath): string {
    const { sealer } = this.#keys
    try {
      return isUnbound(sealed) ? sealer.unsealUnbound(sealed) : sealer.unseal(sealed, this.#placeOf(path))
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'state/damaged-record') throw error
      throw damaged(this.#stack.file, path[0], 'it was changed, or comes from another stack or value')
    }
  }

  /** The place of a secret. Ignores list positions, because removing an item shifts the following ones. */
  #placeOf(path: SecretPath): Place {
    const anyItem: Path = path.map((step) => (typeof step === 'number' ? 0 : step))
    return { purpose: 'configuration', state: '', instance: this.#stack.instance, record: '', path: anyItem }
  }

  /** Seals a value. Returns also the salt that the stack's file needs for it, if any. */
  async seal(plain: string, path: SecretPath): Promise<{ readonly sealed: string; readonly salt: string | undefined }> {
    this.#refuseForeign()
    if (this.#stack.encryptionSalt === undefined && this.#passphrase() === undefined)
      return { sealed: `${ours}${this.#keys.sealer.seal(plain, this.#placeOf(path))}`, salt: undefined }
    const key = await this.#passphraseKey()
    return { sealed: key.seal(plain), salt: key.salt }
  }

  /** The salt for a new stack, if it needs one. */
  async newSalt(): Promise<string | undefined> {
    return this.#passphrase() === undefined ? undefined : (await this.#passphraseKey()).salt
  }

  #passphraseKey(): Promise<PassphraseKey> {
    return (this.#key ??= this.#unlock())
  }

  async #unlock(): Promise<PassphraseKey> {
    const { file, encryptionSalt } = this.#stack
    const passphrase = this.#passphrase()
    if (passphrase === undefined)
      throw new Failure(
        'stack/no-passphrase',
        `the secrets in ${file} are encrypted with a passphrase, but none was given`,
        {
          hint: 'set PULUMI_CONFIG_PASSPHRASE, or PULUMI_CONFIG_PASSPHRASE_FILE to a file that holds it',
        },
      )
    if (encryptionSalt === undefined) return PassphraseKey.make(passphrase)
    const key = await PassphraseKey.of(encryptionSalt, passphrase)
    if (key !== undefined) return key
    throw new Failure(
      'stack/wrong-passphrase',
      `the passphrase that was given does not decrypt the secrets in ${file}`,
      {
        hint: 'set PULUMI_CONFIG_PASSPHRASE to the passphrase of the stack',
      },
    )
  }

  #passphrase(): string | undefined {
    return givenPassphrase(this.#keys.env)
  }

  #refuseForeign(): void {
    const { file, secretsProvider } = this.#stack
    if (secretsProvider !== undefined && secretsProvider !== 'passphrase') throw foreign(file, secretsProvider)
  }
}

function damaged(file: string, name: string, why: string): Failure {
  return new Failure('stack/damaged-secret', `${name} in ${file} cannot be decrypted: ${why}`, {
    hint: `set the value again: slipway config set --secret ${name}`,
  })
}

function foreign(file: string, by: string): Failure {
  return new Failure('stack/foreign-key', `the secrets in ${file} are encrypted by ${by}, which Slipway cannot use`, {
    hint: 'change them to a passphrase: pulumi stack change-secrets-provider passphrase',
  })
}
