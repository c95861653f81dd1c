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
  test('come back as they went', () => {
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

  test('that Slipway or the protocol has not are refused', () => {
    assert.throws(() => structToWire({ count: 2n ** 60n }), /larger than the numbers/)
    assert.throws(() => structToWire({ id: new Unknown('resources.x') }), /not known yet/)
    assert.throws(() => travelled({ id: '04da6b54-80e4-46f7-96ec-b56ff0331ba9' }), /does not know a value yet/)
    assert.throws(
      () => travelled({ file: valueMap([[key, 'c44067f5952c0a294b673a41bacd8c17']]) }),
      /asset, an archive or a resource reference/,
    )
  })
})
