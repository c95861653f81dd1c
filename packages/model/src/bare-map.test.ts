import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { bareMap } from './bare-map.ts'

test('a bare map inherits nothing, and every key is its own', () => {
  const map = bareMap<number>()
  assert.equal(Object.getPrototypeOf(map), null)
  map['__proto__'] = 1
  map['constructor'] = 2
  assert.deepEqual(Object.entries(map), [
    ['__proto__', 1],
    ['constructor', 2],
  ])
})

test('a bare map is no hash table in V8', () => {
  setFlagsFromString('--allow-natives-syntax')
  const isFast = runInNewContext('(map) => %HasFastProperties(map)') as (map: object) => boolean
  assert.equal(isFast(Object.assign(bareMap(), { a: 1 })), true)
  assert.equal(isFast(Object.create(null) as object), false)
})
