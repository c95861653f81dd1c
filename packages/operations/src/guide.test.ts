import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import * as entry from './index.ts'

const page = readFileSync(join(import.meta.dirname, '../../../docs/reference/operations.md'), 'utf8')

test('the page of operations names every event of an operation', () => {
  const events = readFileSync(join(import.meta.dirname, 'events.ts'), 'utf8')
  const types = Array.from(events.matchAll(/readonly type: '([a-z-]+)'/g), ([, type = '']) => type)
  assert.ok(types.includes('program-message') && types.length >= 10, String(types))
  assert.deepEqual(
    types.filter((type) => !page.includes(`| \`${type}\` |`)),
    [],
  )
})

test('the page of operations names every function of the main entry', () => {
  const untold = Object.keys(entry).filter((name) => !new RegExp(`\\b${name}\\b`).test(page))
  assert.deepEqual(untold, [])
})
