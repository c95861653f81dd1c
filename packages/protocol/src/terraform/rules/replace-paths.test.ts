import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type CtyPath, pathText } from '../cty/path.ts'
import { attribute, block, blocks } from '../testing/schemas.ts'
import { cty } from '../testing/values.ts'
import { replacedBecause } from './replace-paths.ts'

const schema = block(
  { name: attribute('required'), size: attribute('optional', 'number'), token: attribute('optional write-only') },
  { rule: blocks('list', block({ port: attribute('required', 'number') })) },
)
const prior = { name: 'a', size: 1, token: null, rule: [{ port: 1 }] }

function because(planned: unknown, paths: readonly CtyPath[], before: unknown = prior): readonly string[] {
  return replacedBecause(schema, { prior: cty(before), planned: cty(planned), paths }).map(pathText)
}

describe('the paths that need a new resource', () => {
  const name: CtyPath = [{ attribute: 'name' }]
  const port: CtyPath = [{ attribute: 'rule' }, { index: 0 }, { attribute: 'port' }]

  test('are those that really change', () => {
    assert.deepEqual(because({ ...prior, name: 'b' }, [name, port]), ['name'])
    assert.deepEqual(because({ ...prior, rule: [{ port: 2 }] }, [name, port]), ['rule[0].port'])
    assert.deepEqual(because({ ...prior, rule: [] }, [port]), ['rule[0].port'])
  })

  test('are those of unknown values, which may change', () => {
    assert.deepEqual(because({ ...prior, name: '?' }, [name]), ['name'])
  })

  test('are always those of write-only values', () => {
    assert.deepEqual(because(prior, [[{ attribute: 'token' }], name]), ['token'])
  })

  test('do not matter for a new resource', () => {
    assert.deepEqual(because({ ...prior, name: 'b' }, [name], null), [])
  })
})
