import { randomBytes } from 'node:crypto'
import type { Sealer } from '../port.ts'
import { sealWith, unsealWith } from './sealed-text.ts'

/** Seals under a key that lives as long as the process: for state in memory. */
export function processSealer(): Sealer {
  const key = randomBytes(32)
  const keyId = 'process'
  return {
    keyId,
    seal: (plain) => sealWith(key, keyId, plain),
    unseal: (sealed) => unsealWith(key, keyId, sealed, 'state in memory does not outlive its process'),
  }
}
