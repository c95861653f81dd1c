import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { secret, Unknown, valueMap } from '@slipway/model'
import { foundOtherwise } from './differences.ts'

const wanted = valueMap([
  ['size', 1],
  ['note', 'one'],
  ['key', 'k'],
])
const all = new Set<string>()

describe('the differences that a plugin finds', () => {
  test('concern the inputs that it has read, where it reads them', () => {
    const inputs = valueMap([...Object.entries(wanted), ['note', 'two'], ['more', true], ['__defaults', 'x']])
    const outputs = valueMap([['size', 7]])
    assert.deepEqual(foundOtherwise({ inputs, outputs }, wanted, all), [
      { path: 'spec.inputs.note', previous: 'two', next: 'one' },
      { path: 'spec.inputs.more', previous: true },
    ])
  })

  test('and otherwise its outputs, as far as it names them', () => {
    const outputs = valueMap([
      ['size', 7],
      ['note', 'two'],
    ])
    const found = (...named: string[]): readonly string[] =>
      foundOtherwise({ inputs: wanted, outputs }, wanted, new Set(named)).map(({ path }) => path)
    assert.deepEqual(found(), ['spec.inputs.size', 'spec.inputs.note'])
    assert.deepEqual(found('note'), ['spec.inputs.note'])
  })

  test('are not a mere secret mark, and keep that; unknown values have none', () => {
    const outputs = valueMap([['key', secret('other')]])
    assert.deepEqual(
      foundOtherwise({ inputs: valueMap([...Object.entries(wanted), ['key', secret('k')]]), outputs }, wanted, all),
      [{ path: 'spec.inputs.key', previous: secret('other'), next: secret('k') }],
    )
    const open = valueMap([['note', new Unknown('x')]])
    assert.deepEqual(foundOtherwise({ inputs: open, outputs: wanted }, open, all), [])
  })
})
