import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearest } from './nearest.ts'

test('finds the intended word, and nothing when nothing is near', () => {
  const names = ['content', 'path', 'mode', 'resources']
  const cases: readonly (readonly [string, string | undefined])[] = [
    ['contnet', 'content'],
    ['CONTENT', 'content'],
    ['paths', 'path'],
    ['pth', 'path'],
    ['ressource', 'resources'],
    ['replicas', undefined],
    ['source', 'resources'],
    ['', undefined],
    ['x', undefined],
  ]
  for (const [word, expected] of cases) assert.equal(nearest(word, names), expected, word)
})

test('takes the nearest of several', () => {
  assert.equal(nearest('regoin', ['region2', 'region', 'religion']), 'region')
})
