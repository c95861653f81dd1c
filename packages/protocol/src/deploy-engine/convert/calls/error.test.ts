import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { PluginFailure, type Value } from '@slipway/model'

import { decode, encode, type Init } from '../../../wire/codec/message.ts'
import { ErrorResponse } from '../../gen/sharedtypesv1.ts'
import { failureFromWire, failureToWire } from './error.ts'
import { jsonToWire } from '../values/json.ts'
import { maxTextLength } from '../../../plain-words.ts'

const call = { pluginId: 'acme/boats', method: 'provider.Resource.Deploy' }

function received(error: Init<ErrorResponse>): PluginFailure {
  return failureFromWire(decode(ErrorResponse, encode(ErrorResponse, error)), call)
}

describe('a plugin’s error', () => {
  test('has its code; an unknown one is unexpected', () => {
    for (const [code, name] of [
      [0, 'UNEXPECTED'],
      [1, 'TRANSIENT'],
      [2, 'BAD_INPUT'],
      [3, 'UNEXPECTED'],
      [-1, 'UNEXPECTED'],
    ] as const)
      assert.equal(received({ code, message: 'm' }).pluginErrorCode, name)
  })

  test('has the reasons of its details, else its message', () => {
    assert.deepEqual(received({ message: 'm', details: jsonToWire({ failureReasons: ['a', 7, { b: 1 }] }) }).reasons, [
      'a',
      '7',
      '{"b":1}',
    ])
    assert.deepEqual(received({ message: 'm', details: jsonToWire({ failureReasons: 'alone' }) }).reasons, ['alone'])
    const others = [
      { failureReasons: [] },
      { failureReasons: ' ' },
      { failureReasons: 7 },
      ['a'],
      null,
      { reasons: ['a'] },
    ]
    for (const details of others)
      assert.deepEqual(received({ message: 'm', details: jsonToWire(details) }).reasons, ['m'])
    assert.deepEqual(received({ message: 'm', details: { value: Uint8Array.of(1, 2, 3) } }).reasons, ['m'])
    assert.deepEqual(received({}).reasons, ['the plugin gave no reason'])
  })

  test('is bounded, and cannot control a terminal', () => {
    const failure = received({
      message: `\u001B[2Jgone\u0007\r\nnext${'x'.repeat(100_000)}`,
      details: jsonToWire({ failureReasons: Array.from({ length: 5000 }, () => 'r') }),
    })
    assert.ok(failure.message.startsWith('[2Jgone\nnext'))
    assert.ok(failure.message.length <= maxTextLength + 1)
    assert.equal(failure.reasons.length, 101)
  })

  test('goes over the wire and back', () => {
    const failure = new PluginFailure('sdk/transient', 'busy', {
      ...call,
      pluginErrorCode: 'TRANSIENT',
      reasons: ['a', 'b'],
    })
    const back = received(failureToWire(failure))
    assert.deepEqual([back.message, back.pluginErrorCode, back.reasons], ['busy', 'TRANSIENT', ['a', 'b']])
    assert.deepEqual(failureToWire(new Error('bug')), { code: 0, message: 'bug' })
  })

  test('has the next step, which cannot control a terminal', () => {
    const failure = new PluginFailure('sdk/bad-input', 'no room', {
      ...call,
      pluginErrorCode: 'BAD_INPUT',
      hint: 'pay',
    })
    const back = received(failureToWire(failure))
    assert.deepEqual([back.message, back.reasons, back.hint], ['no room', ['no room'], 'pay'])
    const said = (hint: Value): string | undefined => received({ message: 'm', details: jsonToWire({ hint }) }).hint
    assert.deepEqual([said('\u001b[2Jpay'), said(' '), said(['pay'])], ['[2Jpay', undefined, undefined])
  })

  test('is a refusal only when it says so, with any code', () => {
    for (const code of [0, 1, 2]) {
      assert.equal(received({ code, message: 'm' }).refused, false)
      assert.equal(received({ code, message: 'm', slipwayRefused: true }).refused, true)
    }
    const refusal = { ...call, pluginErrorCode: 'TRANSIENT', refused: true } as const
    assert.equal(received(failureToWire(new PluginFailure('sdk/transient', 'busy', refusal))).refused, true)
    for (const details of [{ refused: true }, { slipwayRefused: true }, { failureReasons: ['refused'] }])
      assert.equal(received({ code: 2, message: 'm', details: jsonToWire(details) }).refused, false)
  })
})
