import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { equalValues, isSecret, secret, Unknown, type Value, type ValueMap, valueMap } from '@slipway/model'
import fc from 'fast-check'
import { decode, encode } from '../../wire/codec/message.ts'
import { Struct } from '../gen/google-protobuf-struct.ts'
import { structFromWire, structToWire } from './struct.ts'

const key = '4dabf18193072939515e22adb298388d'

function travelled(map: ValueMap): ValueMap {
  return structFromWire(decode(Struct, encode(Struct, structToWire(map))))
}

function ofKind(signature: string, more: ValueMap): ValueMap {
  return valueMap([[key, signature], ...Object.entries(more)])
}

const { value } = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constant(null),
    fc.boolean(),
    fc.double({ noNaN: true }).map((number) => (Object.is(number, -0) ? 0 : number)),
    fc.string(),
    fc.array(tie('value')),
    fc.dictionary(fc.string(), tie('value')).map((entries) => valueMap(Object.entries(entries))),
  ),
}))

describe('values of Pulumi', () => {
  test('are sorted by name, in any original order', () => {
    const inner = valueMap([
      ['z', 1],
      ['a', 2],
    ])
    const back = travelled(
      valueMap([
        ['url', 'x'],
        ['arn', inner],
      ]),
    )
    assert.equal(JSON.stringify(back), '{"arn":{"a":2,"z":1},"url":"x"}')
  })

  test('come back unchanged', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), value), (entries) => {
        const map = valueMap(Object.entries(entries))
        assert.ok(equalValues(travelled(map), map))
      }),
    )
  })

  test('go without their secret marks, and come with those of the plugin', () => {
    assert.deepEqual({ ...travelled({ pin: secret('4711') }) }, { pin: '4711' })
    const marked = valueMap([
      [key, '1b47061264138c4ac30d75fd1eb44270'],
      ['value', 'sesame'],
    ])
    const { pin, deep } = travelled({ pin: marked, deep: [valueMap([['pin', marked]])] })
    assert.ok(isSecret(pin) && pin.value === 'sesame')
    assert.ok(equalValues(deep ?? null, [{ pin: 'sesame' }]))
  })

  test('keep their marks for peers that know them', () => {
    const map = { pin: secret('4711'), deep: [secret({ pin: 1 })] }
    const sent = structFromWire(decode(Struct, encode(Struct, structToWire(map, { secrets: true }))))
    assert.ok(isSecret(sent['pin'] ?? null) && equalValues(sent, map))
    const [deep = null] = sent['deep'] as readonly Value[]
    assert.ok(isSecret(deep))
    const unknown = structToWire({ id: new Unknown('x') }, { unknowns: true })
    assert.deepEqual(unknown.fields?.['id'], { stringValue: '04da6b54-80e4-46f7-96ec-b56ff0331ba9' })
  })

  test('that are assets, archives or bytes are written as in YAML programs', () => {
    const asset = { 'fn::stringAsset': 'hello' }
    const { text } = travelled({ text: asset })
    const hash = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'
    assert.ok(equalValues(text ?? null, { ...asset, hash }))
    const archive = { 'fn::assetArchive': { 'a.txt': { 'fn::remoteAsset': 'https://x.test/a' } } }
    assert.ok(equalValues(travelled({ archive }), { archive }))
    const bytes = { 'fn::fromBase64': '/w==' }
    assert.ok(equalValues(travelled({ bytes }), { bytes }))
  })

  test('that refer to resources, or are outputs, become the referred-to values', () => {
    const resource = '5cf8f73096256a8f31e491e813e4eb8e'
    const output = 'd0e6a833031e9bbcd3f4e8bde6ca49a4'
    assert.deepEqual({ ...travelled({ r: ofKind(resource, { urn: 'urn:x', id: 'i-1' }) }) }, { r: 'i-1' })
    assert.deepEqual({ ...travelled({ r: ofKind(resource, { urn: 'urn:x', id: '' }) }) }, { r: 'urn:x' })
    assert.deepEqual({ ...travelled({ o: ofKind(output, { value: 1 }) }) }, { o: 1 })
    assert.ok(isSecret(travelled({ o: ofKind(output, { value: 1, secret: true }) })['o'] ?? null))
    assert.throws(() => travelled({ o: ofKind(output, {}) }), /does not know a value yet/)
  })

  test('that Slipway or the protocol lacks are refused', () => {
    assert.throws(() => structToWire({ count: 2n ** 60n }), /too large for the numbers/)
    assert.throws(() => structToWire({ id: new Unknown('resources.x') }), /not known yet/)
    assert.throws(() => travelled({ id: '04da6b54-80e4-46f7-96ec-b56ff0331ba9' }), /does not know a value yet/)
    assert.throws(() => travelled({ file: valueMap([[key, 'of tomorrow']]) }), /a value of an unknown kind/)
    assert.throws(() => structToWire({ file: { 'fn::fileAsset': '/nowhere' } }), /file of an asset cannot be read/)
  })
})
