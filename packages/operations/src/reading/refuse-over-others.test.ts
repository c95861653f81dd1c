import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Exchanges } from '../plugins/exchanges.ts'
import { refuseOverOthers } from './refuse-over-others.ts'

test('somebody else’s file is not overwritten, and our own is', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-over-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'file')
  const refuse = (): void => refuseOverOthers(file, /^ours/, 'give another name')
  refuse()
  for (const text of ['', 'ours, and more']) {
    writeFileSync(file, text)
    refuse()
  }
  refuseOverOthers(folder, /^ours/, 'give another name')
  writeFileSync(file, 'version: 2025-11-02 # not ours')
  assert.throws(refuse, { code: 'cli/file-is-there', hint: 'give another name' })
  const looped = join(folder, 'looped')
  symlinkSync(looped, looped)
  assert.throws(() => refuseOverOthers(looped, /^ours/, 'give another name'), { code: 'cli/unwritable-file' })
})

test('recordings of plugins’ calls replace earlier recordings, and no other files', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-over-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const [record, other] = [join(folder, 'calls'), join(folder, 'state.db')]
  for (const method of ['provider.Define', 'provider.Resource.Deploy']) {
    const exchanges = new Exchanges(record, (text) => text)
    exchanges.add({ pluginId: 'acme/one', method, at: 1, durationMs: 2, request: {} })
    exchanges.write()
    assert.ok(readFileSync(record, 'utf8').includes(method))
  }
  writeFileSync(other, 'SQLite format 3')
  assert.throws(() => new Exchanges(other, (text) => text), { code: 'cli/file-is-there' })
  assert.equal(readFileSync(other, 'utf8'), 'SQLite format 3')
})
