import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { changeKey, earlierKeyPath, keyFileOf, keyFilePath, makeKey, readKey } from './key-store.ts'
import { sealerWithoutKey } from './sealer-without-key.ts'

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'slipway-keys-'))
  t.after(() => rmSync(path, { recursive: true, force: true }))
  return path
}

describe('the keys of a user', () => {
  test('begin with one that stays the same', (t) => {
    const directory = join(folder(t), 'new')
    assert.equal(readKey(keyFilePath(directory)), undefined)
    const key = makeKey(directory)
    assert.equal(key.bytes.length, 32)
    assert.deepEqual(makeKey(directory), key)
    assert.deepEqual(readKey(keyFilePath(directory)), key)
    assert.deepEqual(readdirSync(directory), ['state-key.json'])
    assert.equal(statSync(keyFilePath(directory)).mode & 0o777, 0o600)
    assert.equal(statSync(directory).mode & 0o777, 0o700)
  })

  test('are changed without one being lost', (t) => {
    const directory = folder(t)
    const first = changeKey(directory)
    const second = changeKey(directory)
    const third = changeKey(directory)
    assert.deepEqual(readKey(keyFilePath(directory)), third)
    for (const key of [first, second, third]) assert.deepEqual(readKey(earlierKeyPath(directory, key.id)), key)
    assert.equal(keyFileOf(directory, first.id), earlierKeyPath(directory, first.id))
    assert.equal(keyFileOf(directory, third.id), keyFilePath(directory))
    assert.equal(keyFileOf(directory, 'other'), undefined)
    assert.equal(statSync(join(directory, 'state-keys')).mode & 0o777, 0o700)
  })

  test('that others may read are refused', (t) => {
    const directory = folder(t)
    const { id } = makeKey(directory)
    for (const mode of [0o640, 0o604]) {
      chmodSync(keyFilePath(directory), mode)
      assert.throws(() => readKey(keyFilePath(directory)), {
        code: 'state/key-exposed',
        message: /^other users can read the sealing key in /,
        hint: /^run: chmod 600 /,
      })
      assert.equal(keyFileOf(directory, id), undefined)
    }
  })

  test('are read from regular files only, and nothing is waited for', (t) => {
    const directory = folder(t)
    const file = keyFilePath(directory)
    execFileSync('mkfifo', ['-m', '600', file])
    const refused = { code: 'state/wrong-key', message: /cannot be read: it is not a regular file$/ }
    assert.throws(() => readKey(file), refused)
    rmSync(file)
    mkdirSync(file, { mode: 0o700 })
    assert.throws(() => readKey(file), refused)
    rmSync(file, { recursive: true })
    writeFileSync(file, 'x'.repeat(65 * 1024), { mode: 0o600 })
    assert.throws(() => readKey(file), { code: 'state/wrong-key', message: /it is too long for a key$/ })
  })

  test('that are damaged are refused, and never shown', (t) => {
    const directory = folder(t)
    const file = keyFilePath(directory)
    const key = Buffer.alloc(32, 7).toString('base64url')
    const texts = [
      'secret words',
      'null',
      JSON.stringify({ version: 2, id: 'a', key }),
      JSON.stringify({ version: 1, id: 1, key }),
      JSON.stringify({ version: 1, id: 'a', key: 1 }),
      JSON.stringify({ version: 1, id: 'a', key: key.slice(4) }),
      JSON.stringify({ version: 1, id: '../a', key }),
    ]
    for (const text of texts) {
      writeFileSync(file, text, { mode: 0o600 })
      assert.throws(() => readKey(file), {
        code: 'state/wrong-key',
        message: `the sealing key in ${file} cannot be read: it is damaged`,
        hint: /restore a good copy/,
      })
    }
    writeFileSync(file, JSON.stringify({ version: 1, id: 'a-_9Z', key }))
    assert.deepEqual(readKey(file), { id: 'a-_9Z', bytes: Buffer.alloc(32, 7) })
  })

  test('cannot be read from a folder, or made where a file is', (t) => {
    const directory = folder(t)
    mkdirSync(join(directory, 'state-key.json'), { mode: 0o700 })
    assert.throws(() => readKey(keyFilePath(directory)), { code: 'state/wrong-key', message: /cannot be read: / })
    writeFileSync(join(directory, 'file'), '')
    assert.equal(readKey(join(directory, 'file/key.json')), undefined)
    assert.throws(() => makeKey(join(directory, 'file')), {
      code: 'state/key-unwritable',
      message: /^the sealing key cannot be written to .*state-key\.json: /,
    })
  })
})

test('without a key nothing is sealed, and nothing opened', () => {
  const sealer = sealerWithoutKey()
  const refusal = { code: 'state/wrong-key', message: 'this command uses no key, so that secrets stay sealed' }
  const place = { purpose: 'state', state: 's', instance: 'i', record: 'r', path: [] } as const
  for (const work of [
    () => sealer.seal('plain', place),
    () => sealer.unseal('sealed', place),
    () => sealer.unsealUnbound?.('sealed'),
  ])
    assert.throws(work, refusal)
  assert.equal(sealer.keyId, 'none')
})
