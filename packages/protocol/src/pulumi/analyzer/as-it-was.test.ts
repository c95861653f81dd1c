import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isList, isMap, isSecret, isUnknown, type Secret, secret, Unknown, type Value, valueMap } from '@slipway/model'
import { asItWas } from './as-it-was.ts'

const map = (entries: Readonly<Record<string, Value>>) => valueMap(Object.entries(entries))

test('unknown values wait for the same sources, and known ones are as corrected', () => {
  const id = new Unknown('resources.rent.spec.id')
  const own = new Unknown('resources.other.spec')
  const right = map({ account: own, tags: [own, 'new'], pin: secret(map({ deep: own })), note: 'put right', more: own })
  const before = map({ account: id, tags: [id], pin: secret(map({ deep: id })), note: id })
  const { account = null, tags, pin, note, more = null } = asItWas(right, before) as Readonly<Record<string, Value>>
  assert.ok(isUnknown(account) && account.until === id.until)
  assert.ok(isList(tags ?? null) && (tags as readonly Value[])[0] === id)
  const inner = isSecret(pin ?? null) ? (pin as Secret).value : null
  assert.ok(isMap(inner) && inner['deep'] === id)
  assert.equal(note, 'put right')
  assert.ok(isUnknown(more) && more.until === own.until)
})
