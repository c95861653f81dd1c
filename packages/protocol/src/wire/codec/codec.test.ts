import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import fc from 'fast-check'

import { PluginRegistrationRequest } from '../../deploy-engine/gen/pluginservicev1.ts'
import { GetResourceExternalStateRequest, RetryPolicy } from '../../deploy-engine/gen/providerserverv1.ts'
import { LinkSelector, MappingNode, ScalarValue, StringOrSubstitution } from '../../deploy-engine/gen/schema.ts'
import {
  DeployResourceRequest,
  ErrorResponse,
  ResourceCompletionDurations,
  ResourceState,
} from '../../deploy-engine/gen/sharedtypesv1.ts'
import { GenerateProgramResponse } from '../../pulumi/gen/language.ts'
import { maxDepth, maxMessages } from './limits.ts'
import { type Codec, decode, encode, type Init } from './message.ts'
import { WireError } from './wire-error.ts'

function bytes(digits: string): Uint8Array {
  return Buffer.from(digits.replaceAll(' ', ''), 'hex')
}

function hex<T>(codec: Codec<T>, message: Init<T>): string {
  return encode(codec, message)
    .toString('hex')
    .replaceAll(/(..)(?!$)/g, '$1 ')
}

describe('bytes like every protobuf’s', () => {
  test('numbers', () => {
    assert.equal(hex(ScalarValue, { intValue: 150 }), '08 96 01')
    assert.equal(hex(ScalarValue, { intValue: 0 }), '08 00')
    assert.equal(hex(ScalarValue, { intValue: -1 }), '08 ff ff ff ff ff ff ff ff ff 01')
    assert.equal(hex(ScalarValue, { boolValue: true }), '10 01')
    assert.equal(hex(ScalarValue, { floatValue: 1 }), '19 00 00 00 00 00 00 f0 3f')
    assert.equal(hex(RetryPolicy, { maxRetries: -2 }), '08 fe ff ff ff ff ff ff ff ff 01')
    assert.equal(decode(RetryPolicy, bytes('08 fe ff ff ff ff ff ff ff ff 01')).maxRetries, -2)
  })

  test('texts, bytes, messages, lists and maps', () => {
    assert.equal(hex(ScalarValue, { stringValue: 'testing' }), '22 07 74 65 73 74 69 6e 67')
    assert.equal(hex(ScalarValue, { stringValue: 'ä' }), '22 02 c3 a4')
    assert.equal(hex(ScalarValue, { bytesValue: bytes('00 ff') }), '2a 02 00 ff')
    assert.equal(hex(MappingNode, { scalar: { boolValue: false } }), '0a 02 10 00')
    assert.equal(
      hex(LinkSelector, { byLabel: { a: 'b' }, exclude: ['c', ''] }),
      '0a 06 0a 01 61 12 01 62 12 01 63 12 00',
    )
  })

  test('maps of bytes', () => {
    const source = { 'a.ts': bytes('00 ff'), '': bytes('') }
    assert.equal(hex(GenerateProgramResponse, { source }), '12 0a 0a 04 61 2e 74 73 12 02 00 ff 12 04 0a 00 12 00')
    const read = decode(GenerateProgramResponse, encode(GenerateProgramResponse, { source })).source
    assert.deepEqual({ ...read }, { 'a.ts': new Uint8Array([0, 255]), '': new Uint8Array() })
  })

  test('empty values without presence are not written', () => {
    assert.equal(hex(ResourceState, { id: '', status: 0, drifted: false, lastDeployedTimestamp: 0 }), '')
    assert.equal(hex(RetryPolicy, { backoffFactor: -0 }), '21 00 00 00 00 00 00 00 80')
  })

  test('a peer’s other spellings are read as well', () => {
    const durations = { attemptDurations: [1, 2] }
    const one = '00 00 00 00 00 00 f0 3f'
    const two = '00 00 00 00 00 00 00 40'
    assert.deepEqual(decode(ResourceCompletionDurations, bytes(`1a 10 ${one} ${two}`)).attemptDurations, [1, 2])
    assert.deepEqual(decode(ResourceCompletionDurations, bytes(`19 ${one} 19 ${two}`)).attemptDurations, [1, 2])
    assert.equal(hex(ResourceCompletionDurations, durations), `19 ${one} 19 ${two}`)
    const value = decode(ScalarValue, bytes('08 05 22 01 61'))
    assert.deepEqual([value.intValue, value.stringValue], [undefined, 'a'], 'the last member of a oneof counts')
    assert.deepEqual({ ...decode(LinkSelector, bytes('0a 03 12 01 62')).byLabel }, { '': 'b' })
    const node = decode(MappingNode, bytes('12 03 0a 01 61')).fields['a']
    assert.deepEqual(node?.items, [], 'an entry without a value has an empty one')
  })

  test('messages have their own lists and maps, as soon as there is something in them', () => {
    const [one, other] = decode(MappingNode, bytes('1a 04 12 02 0a 00 1a 04 1a 00 1a 00')).items
    assert.deepEqual([Object.keys(one?.fields ?? {}), other?.items.length], [[''], 2])
    assert.deepEqual([Object.keys(other?.fields ?? { a: 1 }), one?.items.length], [[], 0])
    assert.throws(() => one?.items.push({} as never), TypeError)
  })

  test('fields of a later version are ignored', () => {
    const later = 'c8 01 05 c9 01 00 00 00 00 00 00 00 00 ca 01 02 61 62 cd 01 00 00 00 00'
    assert.equal(decode(ScalarValue, bytes(`${later} 08 07`)).intValue, 7)
  })

  test('lengths on both sides of each step', () => {
    for (const length of [0, 47, 48, 127, 128, 16_383, 16_384, 2_097_151, 2_097_152]) {
      const name = 'x'.repeat(length)
      const state = decode(ResourceState, encode(ResourceState, { metadata: { displayName: name }, id: 'after' }))
      assert.equal(state.metadata?.displayName === name || (length === 0 && state.metadata?.displayName === ''), true)
      assert.equal(state.id, 'after')
    }
  })
})

describe('everything that can be written can be read', () => {
  test('integers of 64 bits, exactly', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (integer) => {
        const read = decode(ScalarValue, encode(ScalarValue, { intValue: integer })).intValue
        assert.equal(BigInt(read ?? 0), integer)
        assert.equal(
          typeof read === 'number',
          Number.isSafeInteger(Number(integer)) && BigInt(Number(integer)) === integer,
        )
      }),
    )
  })

  test('texts, floats and bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.double(), fc.uint8Array(), (text, float, raw) => {
        const wellFormed = text.toWellFormed()
        assert.equal(decode(ScalarValue, encode(ScalarValue, { stringValue: text })).stringValue, wellFormed)
        assert.ok(Object.is(decode(ScalarValue, encode(ScalarValue, { floatValue: float })).floatValue, float))
        assert.deepEqual(decode(ScalarValue, encode(ScalarValue, { bytesValue: raw })).bytesValue, raw)
      }),
    )
  })

  test('keys with a meaning in JavaScript', () => {
    const labels = Object.fromEntries([['constructor', 'a']])
    Object.defineProperty(labels, '__proto__', { value: 'b', enumerable: true })
    const read = decode(LinkSelector, encode(LinkSelector, { byLabel: labels })).byLabel
    assert.deepEqual(Object.entries(read), [
      ['constructor', 'a'],
      ['__proto__', 'b'],
    ])
  })
})

describe('bytes of an attacker', () => {
  const codecs: readonly Codec<unknown>[] = [
    MappingNode,
    DeployResourceRequest,
    ErrorResponse,
    PluginRegistrationRequest,
    GetResourceExternalStateRequest,
    StringOrSubstitution,
  ]

  test('random ones are read or refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (raw) => {
        for (const codec of codecs) readOrRefuse(codec, raw)
      }),
      { numRuns: 500 },
    )
  })

  test('a message with any byte changed, or cut anywhere, is read or refused', () => {
    const whole = encode(DeployResourceRequest, {
      resourceType: { type: 'a/b' },
      changes: {
        appliedResourceInfo: {
          resourceWithResolvedSubs: { spec: { fields: { a: { items: [{ scalar: { intValue: -5 } }, {}] } } } },
        },
        removedFields: ['spec.x'],
      },
    })
    for (let at = 0; at < whole.length; at++) {
      readOrRefuse(DeployResourceRequest, whole.subarray(0, at))
      for (const value of [0, 0x7f, 0x80, 0xff]) {
        const changed = Buffer.from(whole)
        changed[at] = value
        readOrRefuse(DeployResourceRequest, changed)
      }
    }
  })

  test('an invalid text is refused by name, and never altered', () => {
    const whole = encode(ScalarValue, { stringValue: `wörter ${'x'.repeat(40)}` })
    assert.match(decode(ScalarValue, whole).stringValue ?? '', /^wörter x/)
    const broken = Buffer.from(whole)
    broken[broken.indexOf(0xc3) + 1] = 0x28
    assert.throws(() => decode(ScalarValue, broken), { code: 'protocol/bad-message', message: 'a text is not UTF-8' })
    const meant = encode(ScalarValue, { stringValue: 'so it is: \ufffd' })
    assert.equal(decode(ScalarValue, meant).stringValue, 'so it is: \ufffd')
  })

  test('endless nesting is refused by name, both ways', () => {
    let node: Init<MappingNode> = {}
    for (let depth = 0; depth <= maxDepth; depth++) node = { items: [node] }
    assert.throws(() => encode(MappingNode, node), { problem: 'too-deep' })
    let raw: Buffer = Buffer.alloc(0)
    for (let depth = 0; depth <= maxDepth; depth++) {
      const length = raw.length < 128 ? [raw.length] : [(raw.length & 0x7f) | 0x80, raw.length >> 7]
      raw = Buffer.concat([Buffer.from([0x1a, ...length]), raw])
    }
    assert.throws(() => decode(MappingNode, raw), { problem: 'too-deep' })
  })

  test('a flood of empty messages is refused by name', () => {
    const flood = Buffer.alloc((maxMessages + 1) * 2)
    for (let at = 0; at < flood.length; at += 2) flood[at] = 0x1a
    assert.throws(() => decode(MappingNode, flood), { problem: 'too-many' })
  })
})

function readOrRefuse(codec: Codec<unknown>, raw: Uint8Array): void {
  try {
    decode(codec, raw)
  } catch (error) {
    assert.ok(error instanceof WireError, String(error))
  }
}
