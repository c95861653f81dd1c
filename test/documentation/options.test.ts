import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { optionNames } from '@slipway/model'

test('the guide to the options of a resource has a row for every option', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/options.md'), 'utf8')
  const rows = Array.from(guide.matchAll(/^\| `(\w+)` \|/gm), ([, name = '']) => name)
  assert.deepEqual(
    optionNames().filter((name) => !rows.includes(name)),
    [],
  )
})
