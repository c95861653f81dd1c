/* The result of replacing, renaming and swapping resources, as an engine that goes by identity does it. */
import assert from 'node:assert/strict'
import { lstat, readdir, readFile, readlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { failureOf } from '@slipway/sdk/testing'
import { blueprintFolder, resourceIn } from '../testing.ts'

const folder = await blueprintFolder()
const at = (path: string): string => join(folder, path)
const file = () => resourceIn(folder, 'local/file')
const link = () => resourceIn(folder, 'local/symlink')
const directory = () => resourceIn(folder, 'local/directory')

describe('another path', () => {
  test('is taken while the old one is still there, which then goes alone', async () => {
    for (const [make, kind, more] of [
      [file, 'file', { content: 'x' }],
      [link, 'link', { target: 'x' }],
      [directory, 'directory', {}],
    ] as const) {
      const [old, successor] = [make(), make()]
      const state = await old.create({ path: `${kind}/old`, ...more })
      const next = await successor.create({ path: `${kind}/new`, ...more })
      assert.deepEqual((await readdir(at(kind))).toSorted(), ['new', 'old'])
      await old.destroy(state)
      assert.deepEqual(await readdir(at(kind)), ['new'])
      assert.deepEqual({ ...(await successor.read(next)) }, { ...next })
      await successor.destroy(next)
      await assert.rejects(lstat(at(kind)), { code: 'ENOENT' })
    }
  })

  test('below the old one is refused when that is a file, which stays', async () => {
    const [old, successor] = [file(), file()]
    const state = await old.create({ path: 'place', content: 'old' })
    const failure = await failureOf(successor.create({ path: 'place/below', content: 'new' }))
    assert.deepEqual([failure.pluginErrorCode, failure.refused], ['BAD_INPUT', true])
    assert.equal(await readFile(at('place'), 'utf8'), 'old')
    await old.destroy(state)
  })
})

test('a link comes where a file was, and a file where the link was', async () => {
  const [before, between, afterwards] = [file(), link(), file()]
  await before.destroy(await before.create({ path: 'deep/place', content: 'x' }))
  const linked = await between.create({ path: 'deep/place', target: 'x' })
  assert.equal(await readlink(at('deep/place')), 'x')
  await between.destroy(linked)
  const state = await afterwards.create({ path: 'deep/place', content: 'y' })
  assert.equal(state['adopted'], false)
  await afterwards.destroy(state)
  assert.deepEqual(await readdir(folder), ['.slipway'])
})

test('two files that swap their paths keep their resource ids there, and swap their contents', async () => {
  const [a, b] = [file(), file()]
  const states = [await a.create({ path: 'a', content: 'A' }), await b.create({ path: 'b', content: 'B' })] as const
  const [left, right] = await Promise.all([
    a.update(states[0], { path: 'a', content: 'B' }),
    b.update(states[1], { path: 'b', content: 'A' }),
  ])
  assert.deepEqual([await readFile(at('a'), 'utf8'), await readFile(at('b'), 'utf8')], ['B', 'A'])
  await a.destroy(left)
  assert.deepEqual((await readdir(folder)).toSorted(), ['.slipway', 'b'])
  await b.destroy(right)
  assert.deepEqual(await readdir(at('.slipway')), [])
})

test('a file that somebody else made before a create that failed is never taken away', async () => {
  await writeFile(at('theirs'), 'theirs')
  const it = file()
  await failureOf(it.create({ path: 'theirs', content: 'ours' }))
  await it.destroy({ path: 'theirs', content: 'ours' })
  assert.equal(await readFile(at('theirs'), 'utf8'), 'theirs')
})
