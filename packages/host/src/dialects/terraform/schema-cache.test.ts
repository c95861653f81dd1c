import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { binaryMark } from './binary-mark.ts'
import { SchemaCache } from './schema-cache.ts'

const stored = { protocolVersion: 6, answer: Buffer.from('all that it says') } as const

function caches(t: TestContext) {
  const root = mkdtempSync(join(tmpdir(), 'slipway-schemas-'))
  t.after(() => rmSync(root, { recursive: true }))
  const binary = join(root, 'provider')
  writeFileSync(binary, 'one binary')
  const folder = join(root, 'cache')
  const cache = (): SchemaCache => {
    const mark = binaryMark(binary)
    return new SchemaCache(folder, binary, () => mark)
  }
  return { binary, folder, cache }
}

describe('the types that a provider has described', () => {
  test('is known in the next run, with the hash of the binary', (t) => {
    const { cache } = caches(t)
    assert.equal(cache().read('schemas'), undefined)
    cache().write('schemas', stored)
    const later = cache()
    assert.deepEqual(later.read('schemas'), stored)
    assert.equal(later.read('identities'), undefined)
    assert.match(later.binary, /^[\da-f]{64}$/)
  })

  test('holds for the same binary that was put there again, and not for another one', (t) => {
    const { binary, cache } = caches(t)
    cache().write('schemas', stored)
    utimesSync(binary, 1, 1)
    assert.deepEqual(cache().read('schemas'), stored)
    writeFileSync(binary, 'two binary')
    assert.equal(cache().read('schemas'), undefined)
  })

  test('are not kept for a binary that was put in its place after its provider was started', (t) => {
    const { binary, cache } = caches(t)
    const started = cache()
    rmSync(binary)
    writeFileSync(binary, 'two binary')
    started.write('schemas', stored)
    assert.equal(cache().read('schemas'), undefined)
    cache().write('schemas', stored)
    assert.deepEqual([started.read('schemas'), cache().read('schemas')], [undefined, stored])
  })

  test('is not believed when the file is damaged, or when others may write it', (t) => {
    const { folder, cache } = caches(t)
    cache().write('schemas', stored)
    const [name = ''] = readdirSync(folder)
    const path = join(folder, name)
    const whole = readFileSync(path)
    for (const damaged of [whole.subarray(0, -1), Buffer.from('{}\n'), Buffer.from('nonsense'), Buffer.alloc(0)]) {
      writeFileSync(path, damaged)
      assert.equal(cache().read('schemas'), undefined)
    }
    writeFileSync(path, whole)
    assert.deepEqual(cache().read('schemas'), stored)
    chmodSync(path, 0o666)
    assert.equal(cache().read('schemas'), undefined)
  })

  test('of a provider that somebody else has started is not kept', (t) => {
    const { folder } = caches(t)
    const cache = new SchemaCache(folder, '1|6|unix|/tmp/plugin1|grpc|', () => '')
    cache.write('schemas', stored)
    assert.deepEqual([cache.read('schemas'), cache.binary], [undefined, ''])
  })
})
