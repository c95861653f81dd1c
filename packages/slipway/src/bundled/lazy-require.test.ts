import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { lazyRequire } from './lazy-require.ts'

test('a late module is loaded once, when something of it is used, and is then as it is', () => {
  const real = createRequire(import.meta.url)
  const loaded: string[] = []
  const counting = Object.assign((id: string): unknown => {
    loaded.push(id)
    return real(id) as unknown
  }, real)
  const require = lazyRequire(counting)
  const crypto = require('node:crypto') as typeof import('node:crypto')
  assert.deepEqual(loaded, [])
  assert.equal(crypto.createHash, (real('node:crypto') as typeof import('node:crypto')).createHash)
  assert.ok('randomUUID' in crypto && !('nothing' in crypto))
  assert.deepEqual(Object.keys({ ...crypto }).sort(), Object.keys(real('node:crypto') as object).sort())
  assert.deepEqual(loaded, ['node:crypto'])
  assert.equal(require('node:path'), real('node:path'))
})
