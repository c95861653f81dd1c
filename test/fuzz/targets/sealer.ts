import { Failure } from '@slipway/model'
import type { Sealer } from '@slipway/stores'

/** Seals the same text the same way in every process, so that a seed says all. */
export const sealer: Sealer = {
  keyId: 'fuzz',
  seal: (plain) => `sealed:${Buffer.from(plain).toString('base64')}`,
  unseal(sealed) {
    if (!sealed.startsWith('sealed:')) throw new Failure('state/wrong-key', 'this was sealed with another key')
    return Buffer.from(sealed.slice(7), 'base64').toString('utf8')
  },
}
