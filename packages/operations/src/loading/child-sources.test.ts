import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { childSources } from './child-sources.ts'

const folder = mkdtempSync(join(tmpdir(), 'slipway-children-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const asked: string[] = []
const fetch = (address: string): Promise<Buffer> => {
  asked.push(address)
  return Promise.resolve(Buffer.from(`text of ${address}`))
}
const sources = childSources({ cwd: folder, env: {} }, { folder, depth: 5, fetch })

const from = join(folder, 'app.blueprint.yaml')

test('a file’s path is relative to the blueprint that includes it', async () => {
  mkdirSync(join(folder, 'net'))
  writeFileSync(join(folder, 'net/a.yaml'), 'a')
  const file = join(folder, 'net/a.yaml')
  assert.deepEqual(await sources.read({ path: 'net/a.yaml', from, metadata: {} }), { file, text: 'a' })
  assert.deepEqual(await sources.read({ path: './a.yaml', from: file, metadata: { sourceType: '' } }), {
    file,
    text: 'a',
  })
  assert.deepEqual(await sources.read({ path: file, from, metadata: { sourceType: 'file' } }), { file, text: 'a' })
  await assert.rejects(async () => sources.read({ path: 'b.yaml', from, metadata: {} }), { code: 'cli/no-such-file' })
})

test('a server is named by a host or an address, and its blueprints include files beside them', async () => {
  const host = { sourceType: 'https', host: 'example.com' }
  const address = 'https://example.com/net/a.yaml'
  for (const wanted of [
    { path: 'net/a.yaml', from, metadata: host },
    { path: address, from, metadata: {} },
    { path: '../net/a.yaml', from: 'https://example.com/other/b.yaml', metadata: {} },
  ])
    assert.partialDeepStrictEqual(await sources.read(wanted), { file: address, text: `text of ${address}` })
  const before = asked.length
  await sources.read({ path: address, from, metadata: {} })
  assert.equal(asked.length, before)
})

test('a file from a server must match its sha256, and without one there is a warning', async () => {
  const path = 'https://example.com/pinned.yaml'
  const sha256 = createHash('sha256').update(`text of ${path}`).digest('hex')
  for (const written of [sha256, sha256.toUpperCase(), `sha256:${sha256}`])
    assert.deepEqual(await sources.read({ path, from, metadata: { sha256: written } }), {
      file: path,
      text: `text of ${path}`,
    })
  const { warning } = await sources.read({ path, from, metadata: {} })
  assert.equal(warning?.code, 'cli/child-unpinned')
  assert.match(warning.hint, new RegExp(`sha256: ${sha256}`))
  const other = { path, from, metadata: { sha256: '0'.repeat(64) } }
  await assert.rejects(async () => sources.read(other), { code: 'cli/child-changed', message: new RegExp(sha256) })
  for (const written of ['short', 5, ''])
    await assert.rejects(async () => sources.read({ path, from, metadata: { sha256: written } }), {
      code: 'cli/child-source',
    })
  await assert.rejects(async () => sources.read({ path: 'a.yaml', from, metadata: { sha256 } }), {
    code: 'cli/child-source',
  })
})

test('an unknown source type, or an address without https, is refused by name', async () => {
  const s3 = { path: 'a.yaml', from, metadata: { sourceType: 'aws/s3', bucket: 'b' } }
  await assert.rejects(async () => sources.read(s3), { code: 'cli/child-source', message: /"aws\/s3"/ })
  for (const path of ['http://example.com/a.yaml', 'https://me:secret@example.com/a.yaml'])
    await assert.rejects(async () => sources.read({ path, from, metadata: {} }), { code: 'cli/child-source' })
})

test('a path may contain answers from outside', async () => {
  assert.equal(await sources.answerCall('cwd', []), folder)
})
