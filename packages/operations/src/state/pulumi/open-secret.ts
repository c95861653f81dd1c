import { createDecipheriv, pbkdf2Sync } from 'node:crypto'
import { Failure } from '@slipway/model'
import type { OpenSecret } from '@slipway/protocol/pulumi'
import type { Deployment } from './deployment.ts'

/** As Pulumi makes keys of passphrases. */
const iterations = 1_000_000
const keyBytes = 32
const tagBytes = 16

/** Opens the secrets of a state: those in plain text, and with PULUMI_CONFIG_PASSPHRASE those under a passphrase. */
export function secretOpener(
  { secrets_providers: provider }: Pick<Deployment, 'secrets_providers'>,
  env: NodeJS.ProcessEnv,
): OpenSecret {
  let key: Buffer | undefined
  return ({ plaintext, ciphertext }) => {
    if (typeof plaintext === 'string') return JSON.parse(plaintext)
    const salt = provider?.state?.['salt']
    const passphrase = env['PULUMI_CONFIG_PASSPHRASE']
    if (provider?.type !== 'passphrase' || typeof salt !== 'string') throw sealed(provider?.type ?? 'an unknown key')
    if (passphrase === undefined) throw sealed('a passphrase')
    key ??= pbkdf2Sync(passphrase, Buffer.from(salt.split(':')[1] ?? '', 'base64'), iterations, keyBytes, 'sha256')
    return JSON.parse(opened(String(ciphertext), key))
  }
}

/** `v1:<nonce>:<text and tag>` */
function opened(ciphertext: string, key: Buffer): string {
  const [, nonce = '', text = ''] = ciphertext.split(':')
  const bytes = Buffer.from(text, 'base64')
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64'))
    decipher.setAuthTag(bytes.subarray(-tagBytes))
    return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]).toString('utf8')
  } catch (error) {
    throw new Failure('state/wrong-key', 'PULUMI_CONFIG_PASSPHRASE does not open the secrets of this state', {
      hint: 'set it to the passphrase of the stack',
      cause: error,
    })
  }
}

function sealed(how: string): Failure {
  return new Failure('state/wrong-key', `the secrets of this state are sealed with ${how}`, {
    hint: 'export it with "pulumi stack export --show-secrets", or set PULUMI_CONFIG_PASSPHRASE',
  })
}
