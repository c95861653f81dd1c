import assert from 'node:assert/strict'
import { test } from 'node:test'
import { release } from './release.ts'

test('returns the last bytes of a buffer, but neither earlier ones nor small buffers, which share memory', () => {
  const own = Buffer.allocUnsafeSlow(128 * 1024)
  release(own.subarray(0, 64 * 1024))
  assert.equal(own.buffer.byteLength, 128 * 1024)
  release(own.subarray(64 * 1024))
  assert.equal(own.buffer.byteLength, 0)
  for (let size = 1; size < 64 * 1024; size *= 2) {
    const small = Buffer.allocUnsafe(size).fill(1)
    const others = Array.from({ length: 40 }, () => Buffer.allocUnsafe(1024).fill(7))
    for (const each of [small, ...others.slice(20)]) release(each)
    assert.ok(others.every((other) => other.length === 1024 && other.every((byte) => byte === 7)))
  }
})
