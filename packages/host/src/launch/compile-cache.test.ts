import { test, type TestContext } from 'node:test'
import assert from 'node:assert/strict'
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keepPrivate } from './compile-cache.ts'

function folder(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), 'slipway-compile-'))
  t.after(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

const modeOf = (path: string): number => lstatSync(path).mode & 0o777

test('the compile cache is closed to others, even under a loose umask', (t) => {
  const umask = process.umask(0)
  t.after(() => process.umask(umask))
  const cache = join(folder(t), 'slipway/compile')
  assert.equal(keepPrivate(cache), true)
  mkdirSync(join(cache, 'v24-x64'))
  writeFileSync(join(cache, 'v24-x64/code'), 'compiled')
  assert.equal(keepPrivate(cache), true)
  assert.deepEqual([cache, join(cache, 'v24-x64')].map(modeOf), [0o700, 0o700])
  assert.deepEqual(readdirSync(join(cache, 'v24-x64')), ['code'])
})

test('a compile cache that others could write is discarded', (t) => {
  const cache = join(folder(t), 'compile')
  mkdirSync(join(cache, 'v24-x64'), { recursive: true })
  chmodSync(cache, 0o777)
  assert.equal(keepPrivate(cache), true)
  assert.deepEqual([modeOf(cache), readdirSync(cache)], [0o700, []])
})

test('a compile cache is not used if others could replace it or it is a link', (t) => {
  const dir = folder(t)
  symlinkSync(folder(t), join(dir, 'link'))
  assert.equal(keepPrivate(join(dir, 'link')), false)
  chmodSync(dir, 0o777)
  assert.equal(keepPrivate(join(dir, 'compile')), false)
})
