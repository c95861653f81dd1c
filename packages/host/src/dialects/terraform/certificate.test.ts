import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { test } from 'node:test'
import { throwAwayCertificate } from './certificate.ts'

test('a certificate signs itself, for this machine', () => {
  const certificate = new X509Certificate(throwAwayCertificate().certificate)
  assert.equal(certificate.subject, 'CN=localhost')
  assert.equal(certificate.subjectAltName, 'DNS:localhost')
  assert.equal(certificate.ca, true)
  assert.ok(certificate.verify(certificate.publicKey))
  assert.deepEqual(certificate.keyUsage, ['1.3.6.1.5.5.7.3.2', '1.3.6.1.5.5.7.3.1'])
})
