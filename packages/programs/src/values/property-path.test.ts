import assert from 'node:assert/strict'
import { test } from 'node:test'
import { equalValues, type Value, type ValueMap, valueMap } from '@slipway/model'
import { changedPaths, pathText, propertySteps, withIgnored } from './property-path.ts'

function map(value: Readonly<Record<string, Value>>): ValueMap {
  return valueMap(Object.entries(value))
}

test('a written path reads back the same', () => {
  for (const path of ['rules[0].port', 'tags["a b"].c', '["aws:tag"]', 'rules[*].port', 'a["b.c"]', 'a["[x]"]'])
    assert.deepEqual(propertySteps(pathText(propertySteps(path))), propertySteps(path))
  assert.equal(pathText(['rules', 0, 'port']), 'rules[0].port')
})

test('a path has names, indices, quoted names and stars', () => {
  assert.deepEqual(propertySteps('rules[0].port'), ['rules', 0, 'port'])
  assert.deepEqual(propertySteps('tags["a b"].c'), ['tags', 'a b', 'c'])
  assert.deepEqual(propertySteps('["aws:tag"]'), ['aws:tag'])
  assert.deepEqual(propertySteps('rules[*].port'), ['rules', '*', 'port'])
  assert.deepEqual(propertySteps('*'), ['*'])
  assert.deepEqual(propertySteps('tags["\\u"].c'), ['tags', '\\u', 'c'])
})

test('ignored paths stay as they were: additions go, and removals come back', () => {
  const olds = map({ size: 1, tags: map({ a: 'old', gone: 'x' }), rules: [map({ port: 1 }), map({ port: 2 })] })
  const news = map({ size: 2, tags: map({ a: 'new', b: 'more' }), rules: [map({ port: 8 }), map({ port: 9 })] })
  const kept = (...paths: string[]) => withIgnored(news, olds, paths)
  assert.ok(equalValues(kept('size')['size'] ?? null, 1))
  assert.ok(equalValues(kept('tags.a')['tags'] ?? null, map({ a: 'old', b: 'more' })))
  assert.ok(equalValues(kept('tags.gone', 'tags.b')['tags'] ?? null, map({ a: 'new', gone: 'x' })))
  assert.ok(equalValues(kept('rules[1].port')['rules'] ?? null, [map({ port: 8 }), map({ port: 2 })]))
  assert.ok(equalValues(kept('rules[*].port')['rules'] ?? null, olds['rules'] ?? null))
  assert.ok(equalValues(kept('*'), olds))
  assert.ok(equalValues(kept('nowhere.at.all'), news))
})

test('paths at which something has changed are found', () => {
  const olds = map({ size: 1, tags: map({ a: 'x' }) })
  const news = map({ size: 1, tags: map({ a: 'y' }), more: true })
  assert.deepEqual(changedPaths(news, olds, ['size', 'tags', 'tags.a', 'tags.b', 'more']), ['tags', 'tags.a', 'more'])
  assert.deepEqual(changedPaths(news, olds, ['*']), ['tags', 'more'])
  assert.deepEqual(changedPaths(olds, olds, ['*']), [])
})
