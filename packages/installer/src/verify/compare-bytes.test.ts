import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import type { Offer } from '../sources/source.ts'
import { compareBytes } from './compare-bytes.ts'

const folder = mkdtempSync(join(tmpdir(), 'slipway-integrity-'))
after(() => {
  rmSync(folder, { recursive: true })
})

const file = join(folder, 'package.tgz')
const body = Buffer.from('a package')
writeFileSync(file, body)
const sha256 = createHash('sha256').update(body).digest('hex')

function offerWith(hashes: readonly string[]): Offer {
  return {
    descriptor: { form: { form: 'npm', name: 'signal' } },
    version: '1.0.0',
    platform: 'linux-amd64',
    origin: 'registry.npmjs.org',
    shown: 'https://registry.npmjs.org/signal/-/signal-1.0.0.tgz',
    at: '',
    evidence: { hashes },
  }
}

describe('checksums of npm', () => {
  test('are compared in every length that npm uses', async () => {
    for (const algorithm of ['sha512', 'sha384', 'sha256']) {
      const integrity = `${algorithm}-${createHash(algorithm).update(body).digest('base64')}`
      assert.equal(await compareBytes({ offer: offerWith([integrity]), file, sha256 }), true)
    }
    assert.equal(await compareBytes({ offer: offerWith([]), file, sha256 }), false)
  })

  test('refuse other bytes', async () => {
    const offer = offerWith([`sha512-${'A'.repeat(86)}==`])
    await assert.rejects(compareBytes({ offer, file, sha256 }), {
      code: 'install/checksum',
      message: /not sha512-AAAA/,
    })
  })

  test('stops at its signal, while it unpacks an archive for its h1', async () => {
    const control = new AbortController()
    const offer = offerWith(['h1:AAAA'])
    const compared = compareBytes({ offer, file, sha256, signal: control.signal })
    control.abort(new Error('told to stop'))
    await assert.rejects(compared, /told to stop/)
  })
})
