import { Failure } from '@slipway/model'
import type { Path, Place, Sealer } from '@slipway/stores'
import { isUnbound } from '@slipway/stores/sealer'
import { givenPassphrase } from './given-passphrase.ts'
import { PassphraseKey } from './passphrase.ts'
import type { StackFile } from './stack-file.ts'

/** What opens and seals the secrets of stacks. */
export interface StackKeys {
  readonly env: NodeJS.ProcessEnv
  /** Ours, for stacks that have no passphrase; its key is made when it is needed first. */
  readonly sealer: Sealer
}

/** The full key of a value, and the way to what is sealed in it. */
export type SecretPath = readonly [key: string, ...steps: Path]

/** How secrets begin that our own key has sealed. */
const ours = 'slipway:'

export function isOurs(sealed: string): boolean {
  return sealed.startsWith(ours)
}

type SecretsOf = Pick<StackFile, 'file' | 'instance' | 'encryptionSalt' | 'secretsProvider' | 'exists'>

/** The secrets of one stack. Its key is worked out when the first of them is met. */
export class StackSecrets {
  readonly #stack: SecretsOf
  readonly #keys: StackKeys
  #key: Promise<PassphraseKey> | undefined

  constructor(stack: SecretsOf, keys: StackKeys) {
    this.#stack = stack
    this.#keys = keys
  }

  /** @param path of the value: the key, by which messages name it, and what lies below */
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

  /** Of the first form, too: the file of a stack cannot say that it has none of those. */
  #openOurs(sealed: string, path: SecretPath): string {
    const { sealer } = this.#keys
    try {
      return isUnbound(sealed) ? sealer.unsealUnbound(sealed) : sealer.unseal(sealed, this.#placeOf(path))
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'state/damaged-record') throw error
      throw damaged(this.#stack.file, path[0], 'it was changed, or comes from another stack or value')
    }
  }

  /** In a list the position does not count: whoever takes an item out moves those behind it. */
  #placeOf(path: SecretPath): Place {
    const anyItem: Path = path.map((step) => (typeof step === 'number' ? 0 : step))
    return { purpose: 'configuration', state: '', instance: this.#stack.instance, record: '', path: anyItem }
  }

  /** A value, sealed, and the salt that the stack has to have for it; `undefined`: it needs none. */
  async seal(plain: string, path: SecretPath): Promise<{ readonly sealed: string; readonly salt: string | undefined }> {
    this.#refuseForeign()
    if (this.#stack.encryptionSalt === undefined && this.#passphrase() === undefined)
      return { sealed: `${ours}${this.#keys.sealer.seal(plain, this.#placeOf(path))}`, salt: undefined }
    const key = await this.#passphraseKey()
    return { sealed: key.seal(plain), salt: key.salt }
  }

  /** The salt that a new stack needs; `undefined`: none. */
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
        `the secrets in ${file} are encrypted with a passphrase, and none was given`,
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
        hint: 'set PULUMI_CONFIG_PASSPHRASE to the passphrase that the stack was made with',
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
    hint: `set it again: slipway config set --secret ${name}`,
  })
}

function foreign(file: string, by: string): Failure {
  return new Failure('stack/foreign-key', `the secrets in ${file} are encrypted by ${by}, which Slipway cannot use`, {
    hint: 'change them to a passphrase: pulumi stack change-secrets-provider passphrase',
  })
}
