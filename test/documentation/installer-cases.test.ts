/** Every test that the page of the installer's cases names exists. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../..')

test('every case of the installer has its test, or a reason', () => {
  const page = readFileSync(join(root, 'docs/reference/installer-cases.md'), 'utf8')
  const rows = page.split('\n').filter((line) => /^\| (?!case |sentence |-)/.test(line))
  assert.ok(rows.length > 50, String(rows.length))
  const wrong = rows.flatMap((row) => {
    const named = [...row.matchAll(/`([\w./-]+\.ts)`: “([^”]+)”/g)]
    if (named.length === 0) return /\| (?:not here|later|the same as)/.test(row) ? [] : [row]
    return named.flatMap(([whole, file = '', title = '']) => {
      const path = join(root, file)
      return existsSync(path) && readFileSync(path, 'utf8').includes(title) ? [] : [whole]
    })
  })
  assert.deepEqual(wrong, [])
})
