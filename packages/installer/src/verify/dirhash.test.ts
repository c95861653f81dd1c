import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { verifying } from './testing/verifying.ts'
import { h1, h1sOfFolder } from './dirhash.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Go's `archive/zip` made this zip: terraform-provider-time_v1.0.0_x5, LICENSE.txt, docs/ and `docs/a b.md`. */
const madeByGo =
  'UEsDBBQACAAIAAAAAAAAAAAAAAAAAAAAAAAhAAAAdGVycmFmb3JtLXByb3ZpZGVyLXRpbWVfdjEuMC4wX3g1Ss7PK0nNK1HIT1Mo' +
  'SS0qSkzLL8rVLSjKL8tMSS3SLcnMTY0vM9Qz0DOIrzAFBAAA//9QSwcIEDZfGzIAAAAsAAAAUEsDBBQACAAIAAAAAAAAAAAAAAAA' +
  'AAAAAAALAAAATElDRU5TRS50eHRKzs8rSc0rUchPU/DxdHb1C3bVK6koAQQAAP//UEsHCJHW0xAcAAAAFgAAAFBLAwQUAAAAAAAA' +
  'AAAAAAAAAAAAAAAAAAAABQAAAGRvY3MvUEsDBBQACAAIAAAAAAAAAAAAAAAAAAAAAAALAAAAZG9jcy9hIGIubWRKzs8rSc0rUchP' +
  'U0jJTy7WT1RI0stNAQQAAP//UEsHCJSw1gAcAAAAFgAAAFBLAQIUABQACAAIAAAAAAAQNl8bMgAAACwAAAAhAAAAAAAAAAAAAAAA' +
  'AAAAAAB0ZXJyYWZvcm0tcHJvdmlkZXItdGltZV92MS4wLjBfeDVQSwECFAAUAAgACAAAAAAAkdbTEBwAAAAWAAAACwAAAAAAAAAA' +
  'AAAAAACBAAAATElDRU5TRS50eHRQSwECFAAUAAAAAAAAAAAAAAAAAAAAAAAAAAAABQAAAAAAAAAAAAAAAADWAAAAZG9jcy9QSwEC' +
  'FAAUAAgACAAAAAAAlLDWABwAAAAWAAAACwAAAAAAAAAAAAAAAAD5AAAAZG9jcy9hIGIubWRQSwUGAAAAAAQABAD0AAAATgEAAAAA'

describe('h1', () => {
  test('matches Go’s hash, for the example of Go’s own tests', () => {
    // The case is TestHash1 of golang.org/x/mod/sumdb/dirhash.
    const expected = createHash('sha256')
      .update(`${sha256('data for abc')}  abc\n${sha256('data for xyz')}  xyz\n`)
      .digest('base64')
    const files = ['xyz', 'abc'].map((path) => ({ path, sha256: sha256(`data for ${path}`) }))
    assert.equal(h1(files), `h1:${expected}`)
    assert.equal(h1(files), 'h1:EP6WfDoQTSk9klnxcjriWJOGztueJUywHNmWeq+efB8=')
  })

  test('orders by bytes, as Go does, not alphabetically', () => {
    const files = ['a/b', 'a-b', 'B', 'ä', 'z'].map((path) => ({ path, sha256: sha256(path) }))
    const text = ['B', 'a-b', 'a/b', 'z', 'ä'].map((path) => `${sha256(path)}  ${path}\n`).join('')
    assert.equal(h1(files), `h1:${createHash('sha256').update(text).digest('base64')}`)
  })

  test('refuses names with line breaks', () => {
    assert.throws(() => h1([{ path: 'a\nb', sha256: sha256('') }]), /line break/)
  })

  test('of a folder covers files and their paths; folders count only where an archive has entries for them', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'slipway-h1-'))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    const files = ['terraform-provider-time_v1.0.0_x5', 'LICENSE.txt', 'docs/a b.md']
    mkdirSync(join(folder, 'docs'))
    for (const path of files) writeFileSync(join(folder, path), `content of ${path}`, { mode: 0o755 })
    const hashes = files.map((path) => ({ path, sha256: sha256(`content of ${path}`) }))
    // The second hash is the result of Go's `dirhash.HashZip` for a zip with these entries and `docs/`.
    assert.deepEqual(await h1sOfFolder(folder), [h1(hashes), 'h1:7dxeRanGjFgSPYtTizVhHPRAH1QWVcG/2W/8YQACy/g='])
  })

  test('of a zip matches Go’s hash of its entries, and one of them is enough for a mirror', async (t) => {
    const { verify, file } = verifying(t)
    writeFileSync(file, Buffer.from(madeByGo, 'base64'))
    const go = 'h1:7dxeRanGjFgSPYtTizVhHPRAH1QWVcG/2W/8YQACy/g='
    assert.equal((await verify({ hashes: [`zh:${'0'.repeat(64)}`, go] })).level, 'checksum')
    await assert.rejects(verify({ hashes: [h1([])] }), { code: 'install/checksum' })
    writeFileSync(file, 'no archive')
    await assert.rejects(verify({ hashes: [go] }), { code: 'install/bad-archive' })
  })
})
