import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { valueMap } from '@slipway/model'
import { type Place, placeOfValue, Places, placesText, placeToValue } from './places.ts'

const byPath = { identity: { fields: ['path'] } }
const relative = valueMap([['path', 'out/a']])

/** Makes two folders, and the record of a thing made from the first one. */
function folders(context: TestContext) {
  const base = mkdtempSync(join(tmpdir(), 'slipway-places-'))
  context.after(() => rmSync(base, { recursive: true, force: true }))
  const [here, there] = [join(base, 'here'), join(base, 'there')]
  mkdirSync(here)
  mkdirSync(there)
  return { here, there, before: new Places(here, 'm').here(byPath, relative) }
}

/** Returns the folder to search, and whether "not found" in it proves nothing. */
function looked(before: Place, folder: string, machine = 'm'): readonly [string | undefined, boolean] {
  const places = new Places(folder, machine)
  const now = places.now(before)
  return [now.folder, places.isOther(before, now)]
}

describe('a thing in a folder', () => {
  test('is looked for there, wherever the same instance is deployed from', (context) => {
    const { here, there, before } = folders(context)
    assert.deepEqual(looked(before, here), [here, false])
    assert.deepEqual(looked(before, there), [here, false])
  })

  test('moves with its folder', (context) => {
    const { here, there, before } = folders(context)
    const moved = `${here}-moved`
    renameSync(here, moved)
    assert.deepEqual(looked(before, moved), [moved, false])
    assert.deepEqual(looked(before, there), [there, true], 'nobody knows where it has gone')
  })

  test('is gone when its folder was made anew, and not when its folder was copied', (context) => {
    const { here, there, before } = folders(context)
    const copy = `${here}-copy`
    cpSync(here, copy, { recursive: true })
    assert.deepEqual(looked(before, copy), [here, false])
    rmSync(here, { recursive: true })
    assert.deepEqual(looked(before, copy), [copy, true])
    mkdirSync(join(here, 'other'), { recursive: true })
    assert.deepEqual(looked(before, here), [here, false])
    assert.deepEqual(looked(before, there), [there, true])
  })

  test('is not missing because another machine lacks it, unless that machine sees the same folder', (context) => {
    const { here, before } = folders(context)
    assert.deepEqual(looked(before, here, 'other'), [here, false], 'a disk that both have')
    assert.deepEqual(looked({ ...before, mark: '1:1' }, here, 'other'), [here, true])
  })

  test('stays in place where the system cannot tell folders apart', (context) => {
    const { here, there, before } = folders(context)
    const { mark: _, ...unmarked } = before
    assert.deepEqual(looked(unmarked, there), [here, false])
    assert.deepEqual(looked(unmarked, here, 'other'), [here, true])
    assert.deepEqual(looked(unmarked, there, 'other'), [there, true])
    rmSync(here, { recursive: true })
    assert.deepEqual(looked(unmarked, there), [there, false])
  })

  test('has no folder where all its paths are absolute: only the machine counts', (context) => {
    const { here, there } = folders(context)
    const before = new Places(here, 'm').here(byPath, valueMap([['path', '/srv/a']]))
    assert.deepEqual({ ...before }, { machine: 'm' })
    assert.deepEqual(looked(before, there), [undefined, false])
    assert.deepEqual(looked(before, there, 'other'), [undefined, true])
  })

  test('has its place recorded, and shown', (context) => {
    const { before } = folders(context)
    assert.deepEqual(placeOfValue(placeToValue(before)), before)
    assert.deepEqual(placeOfValue(placeToValue({ machine: 'm' })), { machine: 'm' })
    assert.equal(placeOfValue('m'), undefined)
    const [a, b] = [
      { machine: 'm', folder: '/a' },
      { machine: 'n', folder: '/b' },
    ]
    assert.equal(placesText(a, { ...b, machine: 'm' }), 'last seen in /a, but this is /b')
    assert.equal(placesText(a, b), 'last seen in /a on m, but this is /b on n')
    assert.equal(placesText({ machine: 'm' }, { machine: 'n' }), 'last seen on m, but this is n')
  })
})
