import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import fc from 'fast-check'

import { HeaderDecoder } from './header-decoder.ts'
import { encodeHeaders } from './header-encoder.ts'
import { Http2Error } from './http2-error.ts'
import { maxAnswerHeaderBytes } from './limits.ts'

function block(hex: string): Buffer {
  return Buffer.from(hex.replaceAll(' ', ''), 'hex')
}

function decoded(decoder: HeaderDecoder, hex: string): [string, string][] {
  return [...decoder.decode(block(hex)).headers]
}

describe('the examples of RFC 7541, appendix C', () => {
  const first = [
    [':method', 'GET'],
    [':scheme', 'http'],
    [':path', '/'],
    [':authority', 'www.example.com'],
  ]
  const third = [
    [':method', 'GET'],
    [':scheme', 'https'],
    [':path', '/index.html'],
    [':authority', 'www.example.com'],
    ['custom-key', 'custom-value'],
  ]

  test('requests in plain text, each based on the earlier ones', () => {
    const decoder = new HeaderDecoder(maxAnswerHeaderBytes)
    assert.deepEqual(decoded(decoder, '828684410f7777772e6578616d706c652e636f6d'), first)
    assert.deepEqual(decoded(decoder, '828684be58086e6f2d6361636865'), [...first, ['cache-control', 'no-cache']])
    assert.deepEqual(decoded(decoder, '828785bf400a637573746f6d2d6b65790c637573746f6d2d76616c7565'), third)
  })

  test('requests in Huffman code', () => {
    const decoder = new HeaderDecoder(maxAnswerHeaderBytes)
    assert.deepEqual(decoded(decoder, '828684418cf1e3c2e5f23a6ba0ab90f4ff'), first)
    assert.deepEqual(decoded(decoder, '828684be5886a8eb10649cbf'), [...first, ['cache-control', 'no-cache']])
    assert.deepEqual(decoded(decoder, '828785bf408825a849e95ba97d7f8925a849e95bb8e8b4bf'), third)
  })

  test('answers in Huffman code, with a table of 256 bytes that forgets', () => {
    const decoder = new HeaderDecoder(maxAnswerHeaderBytes)
    const common = [
      ['cache-control', 'private'],
      ['date', 'Mon, 21 Oct 2013 20:13:21 GMT'],
      ['location', 'https://www.example.com'],
    ]
    assert.deepEqual(
      decoded(
        decoder,
        `3fe101 488264025885aec3771a4b6196d07abe941054d444a8200595040b8166e082a62d1bff6e919d29ad171863c78f0b97c8e9ae82ae43d3`,
      ),
      [[':status', '302'], ...common],
    )
    assert.deepEqual(decoded(decoder, '4883640effc1c0bf'), [[':status', '307'], ...common])
    assert.deepEqual(
      decoded(
        decoder,
        `88c16196d07abe941054d444a8200595040b8166e084a62d1bffc05a839bd9ab77ad94e7821dd7f2e6c7b335dfdfcd5b3960d5af27087f3672c1ab270fb5291f9587316065c003ed4ee5b1063d5007`,
      ),
      [
        [':status', '200'],
        ['cache-control', 'private'],
        ['date', 'Mon, 21 Oct 2013 20:13:22 GMT'],
        ['location', 'https://www.example.com'],
        ['content-encoding', 'gzip'],
        ['set-cookie', 'foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1'],
      ],
    )
  })
})

describe('blocks of headers', () => {
  const text = fc.stringMatching(/^[a-z0-9:/._%~ -]{0,300}$/)

  test('come back unchanged', () => {
    fc.assert(
      fc.property(fc.dictionary(text, text, { maxKeys: 8 }), (headers) => {
        const entries = Object.entries(headers)
        const decoder = new HeaderDecoder(maxAnswerHeaderBytes)
        for (let round = 0; round < 2; round++)
          assert.deepEqual(new Map(decoder.decode(encodeHeaders(entries)).headers), new Map(entries))
      }),
    )
  })

  test('that build on others are read anew each time', () => {
    const decoder = new HeaderDecoder(maxAnswerHeaderBytes)
    decoder.decode(block('40 01 61 01 31'))
    assert.deepEqual(decoded(decoder, 'be'), [['a', '1']])
    decoder.decode(block('40 01 61 01 32'))
    assert.deepEqual(decoded(decoder, 'be'), [['a', '2']])
  })

  test('of an attacker are read or refused', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 80 }), { maxLength: 6 }), (blocks) => {
        const decoder = new HeaderDecoder(maxAnswerHeaderBytes)
        try {
          for (const raw of blocks) decoder.decode(Buffer.from(raw))
        } catch (error) {
          assert.ok(error instanceof Http2Error, String(error))
        }
      }),
      { numRuns: 1000 },
    )
    const wrong = {
      'an unknown number': 'ff80808001',
      'a number of the empty table': 'be',
      'a number without end': 'ffffffffffffff',
      'a name that is cut': '4005 6162',
      'Huffman code of the end mark': '0081ff 8500ffffffff',
      'padding of a whole byte': '00 83 1fffff 00',
      'a larger table': '3fe21f',
    }
    for (const [what, hex] of Object.entries(wrong))
      assert.throws(() => new HeaderDecoder(maxAnswerHeaderBytes).decode(block(hex)), Http2Error, what)
  })
})
