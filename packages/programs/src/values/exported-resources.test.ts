import assert from 'node:assert/strict'
import { test } from 'node:test'
import { containsUnknown, equalValues, secret, Unknown, type Value, valueMap } from '@slipway/model'
import { exportsOfPlan } from './exported-resources.ts'

const unknown = new Unknown('the deployment')

function page(fields: Readonly<Record<string, Value>>, isMarked = false): Value {
  return valueMap([...Object.entries(fields), ...(isMarked ? [['@isPulumiResource', true] as const] : [])])
}

test('a whole resource among the outputs of a plan is compared by its known fields', () => {
  const recorded = { site: [page({ id: 'p1', text: 'old', letters: 3 })], key: secret(page({ id: 'k1' })) }
  const said = {
    site: [page({ id: unknown, text: 'new', letters: unknown, pin: unknown }, true)],
    key: secret(page({ id: unknown }, true)),
    plain: page({ id: unknown }),
  }
  const { site = null, key = null, plain = null } = exportsOfPlan(valueMap(Object.entries(said)), recorded)
  const [first] = site as readonly Readonly<Record<string, Value>>[]
  assert.deepEqual({ ...first }, { id: 'p1', text: 'new', letters: 3, pin: unknown })
  assert.ok(equalValues(key, secret(page({ id: 'k1' }))))
  assert.ok(containsUnknown(plain), 'of what is no resource nothing is taken to be known')
})
