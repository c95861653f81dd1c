import assert from 'node:assert/strict'
import { test } from 'node:test'
import { valueMap } from '@slipway/model'
import { decode, encode } from '../../wire/codec/message.ts'
import { Struct } from '../gen/google-protobuf-struct.ts'
import { programFromWire, programToWire } from './program-values.ts'

const key = '4dabf18193072939515e22adb298388d'
const bytes = '803fd3297a5875dc03ca845dda5d2a98'

test('binary bytes are marked for peers that know marks, and base64 for others; text bytes are text', () => {
  const marked = (value: string) =>
    valueMap([
      [key, bytes],
      ['value', value],
    ])
  const given = valueMap([
    ['none', marked('/wA=')],
    ['text', marked(Buffer.from('hi').toString('base64'))],
  ])
  const told = programToWire(given, { secrets: true, resources: true })
  const read = programFromWire(decode(Struct, encode(Struct, told)))
  assert.deepEqual({ ...read, none: undefined }, { text: 'hi', none: undefined })
  const sent = (understands: boolean) =>
    decode(Struct, encode(Struct, programToWire(read, { secrets: true, resources: true, bytes: understands }))).fields[
      'none'
    ]
  assert.equal(sent(true)?.structValue?.fields[key]?.stringValue, bytes)
  assert.equal(sent(false)?.stringValue, '/wA=')
})
