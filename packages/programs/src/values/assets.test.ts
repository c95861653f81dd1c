import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { secret, valueMap } from '@slipway/model'
import { AssetHashes } from './assets.ts'

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
const remote = (name: string, address: string) => valueMap([[name, address]])

describe('the hash of an asset', () => {
  test('at an address covers its content, which is fetched once', async () => {
    const asked: string[] = []
    const hashes = new AssetHashes('/', (address) => {
      asked.push(address)
      return Promise.resolve(Buffer.from(`at ${address}`))
    })
    const page = remote('fn::remoteAsset', 'https://x.test/a')
    const value = valueMap([
      ['page', page],
      ['list', [secret(page), remote('fn::remoteArchive', 'http://x.test/b')]],
    ])
    const found = await hashes.in(value)
    const told = valueMap([...Object.entries(page), ['hash', hashOf('at https://x.test/a')]])
    assert.deepEqual(found['page'], told)
    assert.deepEqual(found['list'], [
      secret(told),
      valueMap([
        ['fn::remoteArchive', 'http://x.test/b'],
        ['hash', hashOf('at http://x.test/b')],
      ]),
    ])
    await hashes.in(value)
    assert.deepEqual(asked, ['https://x.test/a', 'http://x.test/b'])
  })

  test('of a file address is that of the file; other addresses, and silent ones, are refused', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'slipway-assets-'))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    writeFileSync(join(folder, 'note.txt'), 'hello')
    const hashes = new AssetHashes(folder, () => Promise.reject(new Error('nobody answers')))
    const { page } = await hashes.in(
      valueMap([['page', remote('fn::remoteAsset', pathToFileURL(join(folder, 'note.txt')).href)]]),
    )
    assert.deepEqual((page as { hash?: unknown }).hash, hashOf('hello'))
    for (const [address, why] of [
      ['s3://bucket/x', /neither an http/],
      ['note.txt', /neither an http/],
      ['https://x.test/a', /an asset cannot be read: nobody answers/],
    ] as const)
      await assert.rejects(hashes.in(valueMap([['page', remote('fn::remoteAsset', address)]])), why)
  })
})
