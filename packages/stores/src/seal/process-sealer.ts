import { randomBytes } from 'node:crypto'
import type { Sealer } from '../port.ts'
import { changedSecret, keyIdOf, sealWith, unsealWith, wrongKey } from './sealed-text.ts'

/** Seals under a key that lives as long as the process: for state in memory. */
export function processSealer(): Sealer {
  const key = randomBytes(32)
  const keyId = `process-${randomBytes(6).toString('base64url')}`
  return {
    keyId,
    seal: (plain) => sealWith(key, keyId, plain),
    unseal(sealed) {
      const sealedBy = keyIdOf(sealed)
      if (sealedBy !== keyId)
        throw wrongKey(
          `this secret was sealed with the key ${sealedBy} of another process`,
          'state in memory does not outlive its process',
        )
      const plain = unsealWith(key, keyId, sealed)
      if (plain === undefined) throw changedSecret(keyId)
      return plain
    },
  }
}
