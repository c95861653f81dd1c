import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import * as entry from './index.ts'

const docs = join(import.meta.dirname, '../../../docs')
const page = readFileSync(join(docs, 'reference/operations.md'), 'utf8')
const guide = readFileSync(join(docs, 'guides/programs.md'), 'utf8')

test('the page of operations names every event of an operation', () => {
  const events = readFileSync(join(import.meta.dirname, 'events.ts'), 'utf8')
  const types = Array.from(events.matchAll(/readonly type: '([a-z-]+)'/g), ([, type = '']) => type)
  assert.ok(types.includes('program-message') && types.length >= 10, String(types))
  assert.deepEqual(
    types.filter((type) => !page.includes(`| \`${type}\` |`)),
    [],
  )
})

test('the guide of programs and its reference name every function of the main entry', () => {
  const untold = Object.keys(entry).filter((name) => !new RegExp(`\\b${name}\\b`).test(guide + page))
  assert.deepEqual(untold, [])
})
