import assert from 'node:assert/strict'
import { test } from 'node:test'
import { valueMap } from '@slipway/model'
import { decode, encode } from '../../wire/codec/message.ts'
import { Struct } from '../gen/google-protobuf-struct.ts'
import { programFromWire, programToWire } from './program-values.ts'

const key = '4dabf18193072939515e22adb298388d'
const bytes = '803fd3297a5875dc03ca845dda5d2a98'

test('bytes that are no text go marked to who knows them, in base64 to others; those that are text are text', () => {
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
