import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { FirstBytes, LastBytes } from './bounded-bytes.ts'

const chunks = fc.array(fc.string({ unit: 'binary', maxLength: 30 }).map((text) => Buffer.from(text)))
const limit = fc.integer({ min: 1, max: 40 })

test('the first bytes are kept, and the rest is counted', () => {
  fc.assert(
    fc.property(chunks, limit, (pieces, most) => {
      const first = new FirstBytes(most)
      for (const piece of pieces) first.add(piece)
      const all = Buffer.concat(pieces)
      assert.equal(String(first), all.subarray(0, most).toString())
      assert.equal(first.dropped, Math.max(0, all.length - most))
    }),
  )
})

test('the last bytes are kept from the first whole character on, whenever they are read', () => {
  fc.assert(
    fc.property(chunks, limit, fc.nat(10), (pieces, most, asked) => {
      const last = new LastBytes(most)
      for (const [index, piece] of pieces.entries()) {
        last.add(piece)
        if (index === asked) String(last)
      }
      const all = Buffer.concat(pieces)
      assert.equal(last.dropped, Math.max(0, all.length - most))
      const kept = String(last)
      assert.ok(all.toString().endsWith(kept), kept)
      // A character has at most four bytes, so a cut drops at most three bytes of one.
      assert.ok(Buffer.byteLength(kept) >= Math.min(all.length, most) - 3)
    }),
  )
})
