import { Failure } from '@slipway/model'
import type { Sealer } from '@slipway/stores'

/** Seals the same text in the same way in every process, so that a seed determines everything. */
export const sealer: Sealer = {
  keyId: 'fuzz',
  seal: (plain) => `${head}${Buffer.from(plain).toString('base64')}`,
  unseal: opened,
  unsealUnbound: opened,
}

const head = '2:fuzz:'

function opened(sealed: string): string {
  if (!sealed.startsWith(head)) throw new Failure('state/wrong-key', 'this was sealed with another key')
  return Buffer.from(sealed.slice(head.length), 'base64').toString('utf8')
}
