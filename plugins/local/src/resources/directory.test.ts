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

  test('goes to the file in it when it is no longer wanted itself', async () => {
    const file = resourceIn(folder, 'local/file')
    for (const removeContents of [false, true]) {
      const it = resource()
      const state = await it.create({ path: 'shared', removeContents })
      const fileState = await file.create({ path: 'shared/made/file', content: '' })
      await it.destroy(state)
      assert.ok(await isThere('shared/made/file'))
      await file.destroy(fileState)
      assert.equal(await isThere('shared'), false)
    }
  })

  test('moved into itself, the old one takes only unowned entries along', async () => {
    const [old, moved] = [resource(), resource()]
    const state = await old.create({ path: 'outer', removeContents: true })
    const movedState = await moved.create({ path: 'outer/inner' })
    await mkdir(at('outer/theirs/deep'), { recursive: true })
    await writeFile(at('outer/inner/kept'), '')
    await old.destroy(state)
    assert.deepEqual(await readdir(at('outer')), ['inner'])
    assert.deepEqual(await readdir(at('outer/inner')), ['kept'])
    await moved.destroy({ ...movedState, removeContents: true })
    assert.equal(await isThere('outer'), false)
  })

  test('a create in doubt is found by its resource id, and by no other', async () => {
    const it = resource()
    const spec = { path: 'doubt', mode: '0700' }
    assert.equal(await it.read(spec), undefined)
    await it.create(spec)
    assert.deepEqual({ ...(await it.read(spec)) }, { ...spec, adopted: false })
    assert.equal(await resource().read(spec), undefined)
    const state = await it.create(spec)
    assert.equal(state['adopted'], false)
    await it.destroy(state)
    assert.equal(await isThere('doubt'), false)
  })

  test('others’ content is not removed, unless requested', async () => {
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
    assert.match((await failureOf(resource().create({ path: 'file' }))).message, /is not a directory/)
    await resource().destroy({ path: 'file' })
    assert.ok(await isThere('file'))
  })
})
