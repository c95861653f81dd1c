import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ResourceType } from '../../deploy-engine/gen/sharedtypesv1.ts'
import { type Codec, decode, encode, encodedOnce, type Init } from './message.ts'
import type { Reader } from './reader.ts'
import { remembering } from './remembering.ts'
import type { Writer } from './writer.ts'

let reads = 0
const counted: Codec<ResourceType> = {
  write: (writer, message) => ResourceType.write(writer, message),
  read(reader) {
    reads++
    return ResourceType.read(reader)
  },
}
const inner = remembering(counted)

interface Pair {
  first: ResourceType
  second: ResourceType
}
const pair: Codec<Pair> = {
  write(writer: Writer, { first = {}, second = {} }: Init<Pair>) {
    writer.message(10, first, inner)
    writer.message(18, second, inner)
  },
  read(reader: Reader) {
    reader.varint()
    const first = reader.message(inner)
    reader.varint()
    return { first, second: reader.message(inner) }
  },
}

const sent = (first: Init<ResourceType>, second: Init<ResourceType>) => {
  const { first: a, second: b } = decode(pair, encode(pair, { first, second }))
  return [a.type, b.type]
}

test('a repeated message is read once, and one that differs in one byte is read again', () => {
  reads = 0
  assert.deepEqual(sent({ type: 'one' }, { type: 'one' }), ['one', 'one'])
  assert.equal(reads, 1)
  assert.deepEqual(sent({ type: 'two' }, { type: 'one' }), ['two', 'one'])
  assert.deepEqual(sent({ type: 'one' }, { type: 'ones' }), ['one', 'ones'])
  assert.equal(reads, 4)
})

test('a long message is read each time: nobody can make the other side hold it', () => {
  const long = { type: 'x'.repeat(20_000) }
  reads = 0
  sent(long, long)
  assert.equal(reads, 2)
})

test('a ready-made message is sent unchanged, also an empty one and a long one', () => {
  for (const value of ['', 'short', 'x'.repeat(300)])
    assert.deepEqual(sent(encodedOnce(ResourceType, { type: value }), { type: 'other' }), [value, 'other'])
})
