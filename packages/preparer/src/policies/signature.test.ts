import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { publicKeyOf } from './signature.ts'

test('a key in base64 may begin with a slash, and is not a path', () => {
  for (;;) {
    const key = generateKeyPairSync('ed25519').publicKey
    const bytes = key.export({ format: 'der', type: 'spki' }).subarray(-32)
    const text = bytes.toString('base64')
    assert.ok(publicKeyOf(text).equals(key))
    if (text.startsWith('/')) return
  }
})
