import { Failure, jsonProblem } from '@slipway/model'
import type { OpenSecret } from '@slipway/protocol/pulumi'
import { givenPassphrase } from '../stacks/given-passphrase.ts'
import { keyAtOnce, openSealed } from '../stacks/passphrase.ts'
import { badImport, type Deployment, isTooDeep } from '../deployments/deployment.ts'

/** Opens the secrets of a Pulumi state: in plain text, in base64, or under the passphrase in the environment. */
export function secretOpener(
  { secrets_providers: provider }: Pick<Deployment, 'secrets_providers'>,
  env: NodeJS.ProcessEnv,
): OpenSecret {
  let key: Buffer | undefined
  return ({ plaintext, ciphertext }) => {
    if (typeof plaintext === 'string') return valueOf(plaintext)
    // Pulumi's form for secrets without a key.
    if (provider?.type === 'b64') return valueOf(Buffer.from(String(ciphertext), 'base64').toString('utf8'))
    const salt = provider?.state?.['salt']
    if (provider?.type !== 'passphrase' || typeof salt !== 'string') throw sealed(keyWords(provider?.type))
    const passphrase = givenPassphrase(env)
    if (passphrase === undefined)
      throw sealed(
        'a passphrase',
        'set PULUMI_CONFIG_PASSPHRASE, or PULUMI_CONFIG_PASSPHRASE_FILE to a file that holds it',
      )
    key ??= keyAtOnce(passphrase, Buffer.from(salt.split(':')[1] ?? '', 'base64'))
    return valueOf(opened(String(ciphertext), key))
  }
}

/** Parses a secret. Messages never quote it. */
function valueOf(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw badImport([`the text of a secret in it: ${jsonProblem(error)}`])
  }
  if (isTooDeep(value)) throw badImport(['a secret in it is nested too deep'])
  return value
}

function opened(ciphertext: string, key: Buffer): string {
  const plain = openSealed(ciphertext, key)
  if (plain !== undefined) return plain
  throw new Failure('state/wrong-key', 'the passphrase that was given does not decrypt the secrets of this state', {
    hint: 'set PULUMI_CONFIG_PASSPHRASE to the passphrase of the stack',
  })
}

const keyWords = (type = 'an unknown key'): string =>
  type === 'service' ? 'the key of Pulumi Cloud' : type === 'cloud' ? 'the key of a cloud' : type

function sealed(how: string, hint = 'export it with "pulumi stack export --show-secrets"'): Failure {
  return new Failure('state/wrong-key', `the secrets of this state are encrypted with ${how}`, { hint })
}
