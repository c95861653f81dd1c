import { randomBytes } from 'node:crypto'
import type { Sealer } from '../port.ts'
import { wrongKey } from './sealed-text.ts'
import { sealerOfKeys } from './sealer-of-keys.ts'

/** Seals with a key that exists only as long as the process: for a state in memory. */
export function processSealer(): Sealer {
  const key = { id: `process-${randomBytes(6).toString('base64url')}`, bytes: randomBytes(32) }
  return sealerOfKeys({
    ownId: key.id,
    own: () => key,
    of({ keyId }) {
      if (keyId === key.id) return key
      throw wrongKey(
        `this secret was sealed with the key ${keyId} of another process`,
        'state in memory does not outlive its process',
      )
    },
  })
}
