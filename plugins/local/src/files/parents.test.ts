import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { blueprintFolder, resourceIn } from '../testing.ts'
import { isCertain, markOf } from './mark.ts'
import { leaveOnTheWay, onTheWay } from './parents.ts'

const folder = await blueprintFolder()
const at = (path: string): string => join(folder, path)
const call = { variables: { blueprintDir: folder } }
const notes = at('.slipway/made-directories')
const file = () => resourceIn(folder, 'local/file')
const directory = () => resourceIn(folder, 'local/directory')

async function noteFile(): Promise<string> {
  const [name = ''] = await readdir(notes)
  return join(notes, name)
}

/** All files that remain, the plugin's notes included. */
async function left(): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

/**
 * Makes a directory that its resource had to leave to a file in it; then removes the file without a call of the plugin, as happens to a retained
 * one.
 */
async function leftDirectory(path: string): Promise<void> {
  const [outer, inner] = [directory(), file()]
  const state = await outer.create({ path, removeContents: true })
  const kept = await inner.create({ path: `${path}/kept`, content: '' })
  await outer.destroy(state)
  assert.equal(await onTheWay(call, at(path)), 'surely')
  await rm(at(path), { recursive: true })
  await mkdir(at(path))
  await inner.destroy(kept)
}

describe('a directory that was made on the way', () => {
  test('and was moved away is forgotten: the user’s own at its place is adopted, and keeps its content', async () => {
    const outer = directory()
    const state = await outer.create({ path: 'x', removeContents: true })
    await file().create({ path: 'x/retained', content: '' })
    await outer.destroy(state)
    await rename(at('x'), at('x-old'))
    await mkdir(at('x'))
    await writeFile(at('x/precious'), 'precious')
    const again = directory()
    const adopted = await again.create({ path: 'x', removeContents: true })
    assert.equal(adopted['adopted'], true)
    await again.destroy(adopted)
    assert.equal(await readFile(at('x/precious'), 'utf8'), 'precious')
    await assert.rejects(readdir(notes), { code: 'ENOENT' })
    for (const path of ['x', 'x-old', '.slipway']) await rm(at(path), { recursive: true })
  })

  test('and was removed is forgotten: the user’s own at its place stays, though it is empty', async () => {
    await leftDirectory('removed')
    assert.equal(await onTheWay(call, at('removed')), 'no')
    const inner = file()
    await inner.destroy(await inner.create({ path: 'removed/file', content: '' }))
    assert.deepEqual(await readdir(at('removed')), [])
    assert.deepEqual(await left(), [])
    await rm(at('removed'), { recursive: true })
  })

  test('in a note of version 0.1.0 goes when it is empty, and is never taken for one’s own', async () => {
    for (const isWanted of [false, true]) {
      const inner = file()
      const state = await inner.create({ path: 'old/file', content: '' })
      await writeFile(await noteFile(), at('old'))
      assert.equal(await onTheWay(call, at('old')), 'perhaps')
      if (isWanted) assert.equal((await directory().create({ path: 'old' }))['adopted'], true)
      await inner.destroy(state)
      assert.equal((await readdir(folder)).includes('old'), isWanted)
    }
    for (const path of ['old', '.slipway']) await rm(at(path), { recursive: true })
  })

  test('with an incomplete note goes when it is empty, at any cut', async () => {
    const inner = file()
    const state = await inner.create({ path: 'cut/file', content: '' })
    const whole = await readFile(await noteFile())
    for (let length = 0; length < whole.length; length++) {
      await writeFile(await noteFile(), whole.subarray(0, length))
      assert.equal(await onTheWay(call, at('cut')), 'perhaps', `cut off after ${length} bytes`)
    }
    await inner.destroy(state)
    assert.deepEqual([await left(), (await readdir(folder)).includes('cut')], [[], false])
  })

  test('is known while its contents change, and after it was moved and brought back', async () => {
    await mkdir(at('moved'))
    await leaveOnTheWay(call, at('moved'))
    await writeFile(at('moved/file'), '')
    await rename(at('moved'), at('elsewhere'))
    assert.equal(await onTheWay(call, at('moved')), 'no')
    await rename(at('elsewhere'), at('moved'))
    assert.equal(await onTheWay(call, at('moved')), 'surely')
  })
})

test('a mark without a birth time tells nothing for certain', async () => {
  await mkdir(at('marked'))
  assert.equal(isCertain((await markOf(at('marked'))) ?? ''), true)
  assert.equal(isCertain('4711:0'), false)
  assert.equal(isCertain('4711:10'), true)
})
