import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const folder = join(import.meta.dirname, '../../docs/decisions')

test('the page of decisions lists all of them (UPDATE_DOCS=1 writes it)', () => {
  const page = join(folder, 'README.md')
  const [head = ''] = readFileSync(page, 'utf8').split('\n- ')
  const rows = readdirSync(folder)
    .filter((name) => /^\d+-.*\.md$/.test(name))
    .sort()
    .map((name) => `- [${/^# (.+)$/m.exec(readFileSync(join(folder, name), 'utf8'))?.[1] ?? name}](${name})\n`)
  const wanted = `${head.trimEnd()}\n\n${rows.join('')}`
  if (process.env['UPDATE_DOCS'] === '1') writeFileSync(page, wanted)
  assert.equal(readFileSync(page, 'utf8'), wanted)
})
