import assert from 'node:assert/strict'
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { failureOf } from '@slipway/sdk/testing'
import { blueprintFolder, resourceIn } from '../testing.ts'

const folder = await blueprintFolder()
const at = (name: string): string => join(folder, name)
const resource = () => resourceIn(folder, 'local/directory')
const isThere = async (name: string): Promise<boolean> =>
  stat(at(name)).then(
    () => true,
    () => false,
  )

describe('local/directory', () => {
  test('is made with those above it and its mode, and goes with them', async () => {
    const it = resource()
    const state = await it.create({ path: 'a/b', mode: '0700' })
    assert.equal((await stat(at('a/b'))).mode & 0o777, 0o700)
    assert.deepEqual({ ...(await it.read(state)) }, { ...state })
    await it.update(state, { path: 'a/b', mode: '0711' })
    assert.equal((await it.read({ ...state, mode: '0700' }))?.['mode'], '0711')
    await it.destroy(state)
    assert.equal(await isThere('a'), false)
    assert.equal(await it.read(state), undefined)
    await it.destroy(state)
  })

  test('one that was there is adopted, and stays', async () => {
    await mkdir(at('theirs'))
    const it = resource()
    const state = await it.create({ path: 'theirs' })
    assert.equal(state['adopted'], true)
    await it.destroy(state)
    assert.ok(await isThere('theirs'))
  })

  test('one that was made on the way to a file becomes its own', async () => {
    const file = resourceIn(folder, 'local/file')
    const fileState = await file.create({ path: 'way/file', content: '' })
    const it = resource()
    const state = await it.create({ path: 'way' })
    assert.equal(state['adopted'], false)
    await file.destroy(fileState)
    assert.ok(await isThere('way'))
    await it.destroy(state)
    assert.equal(await isThere('way'), false)
  })

  test('what others put into it is not removed, unless asked for', async () => {
    const it = resource()
    const state = await it.create({ path: 'full' })
    await Promise.all(Array.from({ length: 7 }, (_, index) => writeFile(at(`full/${index}`), '')))
    const { message } = await failureOf(it.destroy(state))
    assert.match(message, /full is not empty: .*, and 2 more; move them away, or set removeContents$/)
    assert.equal((await readdir(at('full'))).length, 7)
    await it.destroy({ ...state, removeContents: true })
    assert.equal(await isThere('full'), false)
  })

  test('a file at its place is an error, and stays', async () => {
    await writeFile(at('file'), '')
    assert.match((await failureOf(resource().create({ path: 'file' }))).message, /is no directory/)
    await resource().destroy({ path: 'file' })
    assert.ok(await isThere('file'))
  })
})
