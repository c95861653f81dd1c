import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { unpacked } from './unpacked.ts'

const text = '{"ü": 1}'

test('a text is read without its byte order mark, and also when it is compressed', () => {
  for (const bytes of [Buffer.from(text), Buffer.from(`\uFEFF${text}`), gzipSync(text), zstdCompressSync(text)])
    assert.equal(unpacked(bytes, 1024), text)
})

test('a compressed file that is damaged, or unpacks to too much, is refused', () => {
  for (const pack of [gzipSync, zstdCompressSync]) {
    const bomb = pack(Buffer.alloc(100_000))
    assert.throws(() => unpacked(bomb, 1024), { code: 'cli/file-too-large' })
    assert.throws(() => unpacked(bomb.subarray(0, bomb.length / 2), 1_000_000), { code: 'cli/unreadable-file' })
  }
})
