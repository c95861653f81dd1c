import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readBlueprint } from '@slipway/engine'
import { childOf, type Children } from './children.ts'

const there = readBlueprint('child.yaml', 'version: 2025-11-02').blueprint ?? assert.fail()

function pathsRead(include: string): readonly string[] {
  const asked: string[] = []
  const children: Children = (path) => {
    asked.push(path)
    return { file: path, blueprint: there }
  }
  const { blueprint } = readBlueprint('a.yaml', `version: 2025-11-02\ninclude: { net: ${include} }\n`)
  assert.ok(blueprint)
  childOf(blueprint, 'net', children)
  childOf(blueprint, 'other', children)
  return asked
}

test('only local files with a literal path are read', () => {
  assert.deepEqual(pathsRead('{ path: nets/net.bp }'), ['nets/net.bp'])
  assert.deepEqual(pathsRead('{ path: net.bp, metadata: { sourceType: file } }'), ['net.bp'])
  for (const include of [
    '{ path: net.bp, metadata: { sourceType: https, host: example.com } }',
    '{ path: https://example.com/net.bp }',
    '{ path: "${cwd()}/net.bp" }',
    '{ path: net.bp, metadata: { sourceType: "${variables.kind}" } }',
  ])
    assert.deepEqual(pathsRead(include), [], include)
})
