import assert from 'node:assert/strict'
import { test } from 'node:test'

import fc from 'fast-check'

import { MessageCollector, prefixBytes, putPrefix } from './prefixed-message.ts'

function framed(message: Uint8Array): Buffer {
  const bytes = Buffer.alloc(prefixBytes + message.length)
  putPrefix(bytes, 0, message.length)
  bytes.set(message, prefixBytes)
  return bytes
}

test('a message is the same in any number of pieces, empty ones included', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), fc.array(fc.nat(12), { maxLength: 40 }), (message, sizes) => {
      const collector = new MessageCollector(60)
      const bytes = framed(message)
      let at = 0
      for (const size of sizes) assert.equal(collector.add(bytes.subarray(at, (at += size))), undefined)
      if (at < bytes.length) assert.equal(collector.message(), 'incomplete')
      assert.equal(collector.add(bytes.subarray(at)), undefined)
      assert.deepEqual(collector.message(), Buffer.from(message))
      assert.equal(collector.add(Buffer.of(0)), 'more-than-one')
    }),
  )
})

test('the neighbour of an unfinished message is not kept', () => {
  const arrived = Buffer.concat([framed(new Uint8Array(1000)).subarray(0, 100), Buffer.alloc(60_000)])
  const collector = new MessageCollector(1000)
  collector.add(arrived.subarray(0, 100))
  arrived.fill(0xff)
  collector.add(Buffer.alloc(905))
  assert.deepEqual(collector.message(), Buffer.alloc(1000))
})

test('a message that is too large is refused by its prefix', () => {
  assert.equal(new MessageCollector(9).add(framed(new Uint8Array(10)).subarray(0, prefixBytes)), 'too-large')
})
