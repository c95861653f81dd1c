import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isList, isMap, isSecret, secret, type Value, valueMap } from '@slipway/model'
import { asSecretAsBefore } from './as-secret-as-before.ts'

const map = (entries: Readonly<Record<string, Value>>) => valueMap(Object.entries(entries))

/** Makes the marks of secrets visible. */
function shown(value: Value): unknown {
  if (isSecret(value)) return { secret: shown(value.value) }
  if (isList(value)) return value.map(shown)
  return isMap(value) ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shown(inner)])) : value
}

test('a secret stays a secret, and so does a value that reveals one', () => {
  const before = map({
    pin: secret('hush-hush'),
    note: 'plain',
    tags: [secret('wood'), 'b'],
    more: map({ deep: secret('well'), open: 1 }),
  })
  const right = map({
    pin: 'stamped 1',
    note: 'of HUSH-HUSH',
    tags: ['iron', 'b', `see ${Buffer.from('hush-hush').toString('base64')}`],
    more: map({ deep: 'shallow', open: 1 }),
    owned: map({ 'hush-hush': true }),
    fine: 'x',
  })
  const wanted = map({
    pin: secret('stamped 1'),
    note: secret('of HUSH-HUSH'),
    tags: [secret('iron'), 'b', secret(`see ${Buffer.from('hush-hush').toString('base64')}`)],
    more: map({ deep: secret('shallow'), open: 1 }),
    owned: secret(map({ 'hush-hush': true })),
    fine: 'x',
  })
  assert.deepEqual(shown(asSecretAsBefore(right, before)), shown(wanted))
})
