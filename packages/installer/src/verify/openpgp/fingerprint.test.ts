import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gpgKeys, gpgMissing } from '../testing/gpg-keys.ts'
import { twinKeys } from '../testing/same-short-id.ts'
import { dearmored } from './armor.ts'
import { signerOfKey } from './fingerprint.ts'

test('the fingerprint of a key matches gpg and openpgp, armored or not', { skip: gpgMissing }, async (t) => {
  const keys = gpgKeys(t)
  const key = keys.make('Acme <acme@example.com>')
  const armored = keys.publicKey(key)
  assert.equal(signerOfKey(armored), `gpg:${key}`)
  assert.equal(signerOfKey(dearmored(armored) ?? ''), `gpg:${key}`)
  assert.equal(signerOfKey(armored.replaceAll('\n', '\r\n')), `gpg:${key}`)
  const [twin] = await twinKeys()
  assert.equal(signerOfKey(twin.publicKey), `gpg:${twin.fingerprint}`)
  assert.equal(signerOfKey(armored + twin.publicKey), undefined)
})

test('a text that is not a public key has none', () => {
  const long = Buffer.from([0xc6, 0xff, 0xff, 0xff, 0xff, 0xff, 4])
  for (const each of [
    '',
    'a key',
    '-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n!\n-----END PGP PUBLIC KEY BLOCK-----',
    long,
    Buffer.from([0x98]),
    Buffer.from([0xc2, 1, 4]),
  ])
    assert.equal(signerOfKey(each), undefined)
})
