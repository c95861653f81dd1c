import assert from 'node:assert/strict'
import { lstat, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { missing, unless } from './system-error.ts'
import { blueprintFolder, resourceIn } from '../testing.ts'

const folder = await blueprintFolder()
const isThere = async (path: string): Promise<boolean> =>
  (await unless(missing, lstat(join(folder, path)))) !== undefined

/** The files that remain in the folder, the plugin's notes included. */
async function left(): Promise<readonly string[]> {
  const names = (await readdir(folder)).filter((name) => name !== '.slipway')
  return [...names, ...(await readdir(join(folder, '.slipway')))]
}

const kinds = {
  'local/file': { spec: { path: 'file', content: 'x' }, put: (path: string) => writeFile(path, 'x') },
  'local/symlink': { spec: { path: 'link', target: 'x' }, put: (path: string) => symlink('x', path) },
  'local/directory': { spec: { path: 'directory' }, put: (path: string) => mkdir(path) },
}

for (const [type, { spec, put }] of Object.entries(kinds)) {
  const resource = () => resourceIn(folder, type)
  describe(`${type} under another name`, () => {
    test('stays when the new one came first, and goes with the last', async () => {
      const [old, middle, renamed] = [resource(), resource(), resource()]
      const made = await old.create(spec)
      const found = [await middle.create(spec), await renamed.create(spec)] as const
      await old.destroy(made)
      await middle.destroy(found[0])
      assert.equal(await isThere(spec.path), true)
      await renamed.destroy(found[1])
      assert.deepEqual(await left(), [])
    })

    test('is there afterwards when both happen at once', async () => {
      for (let round = 0; round < 20; round++) {
        const [old, renamed] = [resource(), resource()]
        const made = await old.create(spec)
        const [found] = await Promise.all([renamed.create(spec), old.destroy(made)])
        assert.equal(await isThere(spec.path), true)
        await renamed.destroy(found)
        assert.deepEqual(await left(), [])
      }
    })

    test('is not found by a resource that has not come to it, made or not', async () => {
      const [old, stranger] = [resource(), resource()]
      const made = await old.create(spec)
      assert.equal(await stranger.read(spec), undefined)
      await old.destroy(made)
      assert.equal(await isThere(spec.path), false)
      await put(join(folder, spec.path))
      assert.equal(await stranger.read(spec), undefined)
      await rm(join(folder, spec.path), { recursive: true })
      assert.deepEqual(await left(), [])
    })

    test('stays when the new one was in doubt and came again', async () => {
      const [old, renamed] = [resource(), resource()]
      const made = await old.create(spec)
      await renamed.create(spec)
      assert.equal((await renamed.read(spec))?.['adopted'], true)
      const found = await renamed.create(spec)
      await old.destroy(made)
      assert.equal(await isThere(spec.path), true)
      await renamed.destroy(found)
      assert.deepEqual(await left(), [])
    })

    test('stays when the new one made it, because the old one was lost', async () => {
      const [old, renamed] = [resource(), resource()]
      const made = await old.create(spec)
      await rm(join(folder, spec.path), { recursive: true })
      const anew = await renamed.create(spec)
      await old.destroy(made)
      assert.equal(await isThere(spec.path), true)
      await renamed.destroy(anew)
      assert.deepEqual(await left(), [])
    })

    test('goes with the one that re-made it after a loss', async () => {
      await resource().create(spec)
      await resource().create(spec)
      await rm(join(folder, spec.path), { recursive: true })
      const anew = resource()
      await anew.destroy(await anew.create(spec))
      assert.deepEqual(await left(), [])
    })

    test('that was nobody’s stays for good', async () => {
      await put(join(folder, spec.path))
      const [old, renamed] = [resource(), resource()]
      const states = [await old.create(spec), await renamed.create(spec)] as const
      await old.destroy(states[0])
      await renamed.destroy(states[1])
      assert.deepEqual(await left(), [spec.path])
      await rm(join(folder, spec.path), { recursive: true })
    })
  })
}
