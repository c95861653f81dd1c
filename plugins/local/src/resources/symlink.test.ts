import assert from 'node:assert/strict'
import { mkdir, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { failureOf } from '@slipway/sdk/testing'
import { blueprintFolder, resourceIn } from '../testing.ts'

const folder = await blueprintFolder()
const at = (name: string): string => join(folder, name)
const resource = () => resourceIn(folder, 'local/symlink')

describe('local/symlink', () => {
  test('is made, changed in place, seen when it drifts, and taken away', async () => {
    const it = resource()
    const state = await it.create({ path: 'way/link', target: '../one' })
    assert.equal(await readlink(at('way/link')), '../one')
    const updated = await it.update(state, { path: 'way/link', target: '../two' })
    assert.equal(await readlink(at('way/link')), '../two')
    assert.equal((await it.read(state))?.['target'], '../two')
    await it.destroy(updated)
    assert.equal(await it.read(updated), undefined)
    await assert.rejects(readlink(at('way')), { code: 'ENOENT' })
  })

  test('something else at its place is left alone', async () => {
    await writeFile(at('file'), '')
    await mkdir(at('directory'))
    await symlink('elsewhere', at('other'))
    for (const path of ['file', 'directory', 'other'])
      assert.match((await failureOf(resource().create({ path, target: 'x' }))).message, /stays unchanged/)
    await resource().destroy({ path: 'file', target: 'x' })
    const it = resource()
    const state = await it.create({ path: 'mine', target: 'x' })
    await rm(at('mine'))
    await writeFile(at('mine'), '')
    assert.match((await failureOf(it.update(state, { path: 'mine', target: 'y' }))).message, /is no longer a link/)
  })

  test('the same link at its place is adopted, and stays', async () => {
    await symlink('x', at('same'))
    const it = resource()
    const state = await it.create({ path: 'same', target: 'x' })
    assert.equal(state['adopted'], true)
    await it.destroy(state)
    assert.equal(await readlink(at('same')), 'x')
  })

  test('a create in doubt is found by its resource id, and by no other', async () => {
    const it = resource()
    const spec = { path: 'doubt', target: 'x' }
    assert.equal(await it.read(spec), undefined)
    await it.create(spec)
    assert.deepEqual({ ...(await it.read(spec)) }, { ...spec, adopted: false })
    assert.equal(await resource().read(spec), undefined)
    assert.equal((await it.create(spec))['adopted'], false)
    await rm(at('doubt'))
    await symlink('x', at('doubt'))
    assert.equal((await it.read(spec))?.['target'], null, 'the same link, made by hand')
    const state = await it.create(spec)
    assert.equal(state['adopted'], true)
    await it.destroy(state)
    assert.equal(await readlink(at('doubt')), 'x')
  })
})
