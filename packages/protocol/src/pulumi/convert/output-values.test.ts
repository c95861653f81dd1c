import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { secret, Unknown, type ValueMap, valueMap } from '@slipway/model'
import { decode, encode } from '../../wire/codec/message.ts'
import { Struct } from '../gen/google-protobuf-struct.ts'
import { dependenciesOfOutputs, withOutputValues } from './output-values.ts'
import { type Noted, programFromWire, programToWire } from './program-values.ts'
import { structToJson } from './json.ts'

const key = '4dabf18193072939515e22adb298388d'
const output = 'd0e6a833031e9bbcd3f4e8bde6ca49a4'

function wire(map: ValueMap): Struct {
  return decode(Struct, encode(Struct, programToWire(map, { secrets: true, resources: true })))
}

/** Returns the values as JSON, with their marks. */
function plain(struct: Struct): unknown {
  const reading: Noted = { dependencies: new Set() }
  return { values: structToJson(programFromWire(struct, reading)), from: [...reading.dependencies] }
}

describe('properties as transforms get them', () => {
  test('have outputs for secret or unknown values at any depth, and plain values for the rest', () => {
    const given = wire({ open: 'a', list: [secret('b')], later: new Unknown('x'), both: secret(new Unknown('x')) })
    const { fields } = withOutputValues(given, {})
    assert.equal(fields['open']?.stringValue, 'a')
    const [hidden] = fields['list']?.listValue?.values ?? []
    assert.equal(hidden?.structValue?.fields[key]?.stringValue, output)
    assert.equal(hidden?.structValue?.fields['value']?.stringValue, 'b')
    assert.deepEqual(Object.keys(fields['later']?.structValue?.fields ?? {}), [key])
    const both = fields['both']?.structValue?.fields ?? {}
    assert.deepEqual([Object.keys(both).toSorted(), both['secret']?.boolValue], [[key, 'secret'], true])
  })

  test('name their sources, once each, and are the same values afterwards', () => {
    const given = wire({ note: secret('hush'), text: 'open', none: 1 })
    const once = withOutputValues(given, { note: ['urn:a'], text: ['urn:b', 'urn:a'] })
    const twice = withOutputValues(once, { note: ['urn:a', 'urn:c'] })
    assert.deepEqual(dependenciesOfOutputs(twice), { note: ['urn:a', 'urn:c'], text: ['urn:b', 'urn:a'], none: [] })
    const { values, from } = plain(twice) as { readonly values: object; readonly from: readonly string[] }
    assert.deepEqual(
      values,
      structToJson(
        valueMap([
          ['note', secret('hush')],
          ['text', 'open'],
          ['none', 1],
        ]),
      ),
    )
    assert.deepEqual(from.toSorted(), ['urn:a', 'urn:b', 'urn:c'])
  })
})
