import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { failureOf, trial } from '@slipway/sdk/testing'
import { provider } from './provider.ts'

const folder = mkdtempSync(join(tmpdir(), 'notes-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const fresh = (resourceId: string) => trial(provider, 'notes/note', { resourceId, config: { folder } })

test('a note is made, read, changed and destroyed', async () => {
  const it = fresh('one')
  const made = await it.create({ title: 'Shopping', text: 'milk\nbread' })
  assert.equal(made['file'], join(folder, 'one.md'))
  assert.deepEqual({ ...(await it.read(made)) }, { ...made })
  const changed = await it.update(made, { title: 'Shopping', text: 'tea' })
  assert.equal((await it.read(changed))?.['text'], 'tea')
  await it.destroy(changed)
  assert.equal(await it.read(changed), undefined)
})

test('the same call twice makes one note', async () => {
  const it = fresh('twice')
  await it.create({ title: 'Once' })
  const again = await it.create({ title: 'Once' })
  assert.deepEqual(readdirSync(folder), ['twice.md'])
  await it.destroy(again)
})

test('a note without a title is refused', async () => {
  const failure = await failureOf(fresh('none').create({ title: '' }))
  assert.equal(failure.pluginErrorCode, 'BAD_INPUT')
})
