import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { hookMoments, optionNames } from '@slipway/model'

const guide = (name: string): string => readFileSync(join(import.meta.dirname, '../../docs/guides', name), 'utf8')

test('the guide to the options of a resource has a row for every option', () => {
  const rows = new Set(Array.from(guide('options.md').matchAll(/^\| `(\w+)` \|/gm), ([, name = '']) => name))
  assert.deepEqual(
    optionNames().filter((name) => !rows.has(name)),
    [],
  )
})

test('the guide to hooks names every moment', () => {
  const text = guide('hooks.md')
  assert.deepEqual(
    hookMoments.filter((moment) => !text.includes(`\`${moment}\``)),
    [],
  )
})
