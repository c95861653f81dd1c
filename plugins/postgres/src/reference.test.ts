import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { referencePage } from '@slipway/sdk/reference'
import { provider } from './provider.ts'

test('the reference says what the plugin does (UPDATE_DOCS=1 writes it)', async () => {
  const file = new URL('../../../docs/reference/types/postgres.md', import.meta.url)
  const page = await referencePage(provider)
  if (process.env['UPDATE_DOCS'] === '1') await writeFile(file, page)
  assert.equal(await readFile(file, 'utf8'), page)
})
