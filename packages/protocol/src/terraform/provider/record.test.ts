import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isSecret, secret, type Value, type ValueMap, valueMap } from '@slipway/model'
import { CtyDynamic, ctyMap } from '../cty/value.ts'
import { attribute, block, blocks, typeSchema } from '../testing/schemas.ts'
import { exactBeside, keptBeside, privateOf } from './record.ts'

const type = typeSchema(
  'fake_thing',
  block(
    { name: attribute('required'), mode: attribute('optional'), token: attribute('optional sensitive') },
    { user: blocks('list', block({ password: attribute('optional sensitive') })) },
  ),
)

function exactOf(spec: ValueMap, values: { readonly [name: string]: string }): Value | undefined {
  return exactBeside(type, { spec }, ctyMap([['mode', null], ['token', null], ['user', []], ...Object.entries(values)]))
}

function kept(notes: string): ValueMap {
  return keptBeside(
    {},
    { state: null, private: Buffer.from(notes), exact: undefined, by: '', identityVersion: undefined },
  )
}

describe('the exact values of a state', () => {
  const plain = valueMap([['name', 'a']])

  test('are readable if neither spec nor schema calls anything secret', () => {
    assert.equal(exactOf(plain, { name: 'a', mode: '0777' }), '{"mode":"\\"0777\\""}')
    assert.equal(exactOf(plain, { name: 'a' }), undefined)
  })

  test('are sealed if one of them is sensitive', () => {
    assert.ok(isSecret(exactOf(plain, { name: 'a', token: 'sesame' })))
  })

  test('are sealed if the spec holds a secret, which the provider may have put anywhere', () => {
    assert.ok(isSecret(exactOf(valueMap([['name', secret('a')]]), { name: 'a', mode: 'a' })))
  })

  test('are sealed if something below a block is sensitive', () => {
    const state = ctyMap([
      ['name', 'a'],
      ['mode', null],
      ['token', null],
      ['user', [ctyMap([['password', 'sesame']])]],
    ])
    assert.ok(isSecret(exactBeside(type, { spec: plain }, state)))
  })
})

test('a value where any type may stand is recorded with its type, which the spec does not hold', () => {
  const cargo = typeSchema('fake_cargo', block({ content: attribute('required', 'dynamic') }))
  const state = ctyMap([['content', new CtyDynamic('string', 'tea')]])
  const exact = exactBeside(cargo, { spec: valueMap([['content', 'tea']]) }, state)
  assert.ok(typeof exact === 'string')
  assert.deepEqual(JSON.parse(JSON.parse(exact).content), { value: 'tea', type: 'string' })
})

describe('the notes of a provider', () => {
  for (const notes of ['null', '{}', '{"schema_version":"3"}'])
    test(`are readable if they say nothing but a version: ${notes}`, () => {
      const beside = kept(notes)
      assert.equal(typeof beside['private'], 'string')
      assert.equal(Buffer.from(privateOf(valueMap([['__terraform', beside]]))).toString(), notes)
    })

  for (const notes of ['{"schema_version":"3","token":"sesame"}', '{"schema_version":"sesame"}', 'sesame', 'null\n'])
    test(`are sealed if they may say more: ${JSON.stringify(notes)}`, () => {
      const beside = kept(notes)
      assert.ok(isSecret(beside['private']))
      assert.equal(Buffer.from(privateOf(valueMap([['__terraform', beside]]))).toString(), notes)
    })
})
