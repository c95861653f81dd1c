import { Failure, jsonProblem } from '@slipway/model'
import type { OpenSecret } from '@slipway/protocol/pulumi'
import { keyAtOnce, openSealed } from '../../stacks/passphrase.ts'
import { badImport, type Deployment, isTooDeep } from './deployment.ts'

/** Opens the secrets of a state: those in plain text, and with PULUMI_CONFIG_PASSPHRASE those under a passphrase. */
export function secretOpener(
  { secrets_providers: provider }: Pick<Deployment, 'secrets_providers'>,
  env: NodeJS.ProcessEnv,
): OpenSecret {
  let key: Buffer | undefined
  return ({ plaintext, ciphertext }) => {
    if (typeof plaintext === 'string') return valueOf(plaintext)
    const salt = provider?.state?.['salt']
    const passphrase = env['PULUMI_CONFIG_PASSPHRASE']
    if (provider?.type !== 'passphrase' || typeof salt !== 'string') throw sealed(provider?.type ?? 'an unknown key')
    if (passphrase === undefined) throw sealed('a passphrase')
    key ??= keyAtOnce(passphrase, Buffer.from(salt.split(':')[1] ?? '', 'base64'))
    return valueOf(opened(String(ciphertext), key))
  }
}

/** Of the text not a word is said: it is the secret. */
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
  throw new Failure('state/wrong-key', 'PULUMI_CONFIG_PASSPHRASE does not open the secrets of this state', {
    hint: 'set it to the passphrase of the stack',
  })
}

function sealed(how: string): Failure {
  return new Failure('state/wrong-key', `the secrets of this state are sealed with ${how}`, {
    hint: 'export it with "pulumi stack export --show-secrets", or set PULUMI_CONFIG_PASSPHRASE',
  })
}
