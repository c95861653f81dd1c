import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { blueprintFolder, resourceIn } from '../testing.ts'
import { claimsOn, nobody, writeClaims, type Claims } from './claims.ts'

const folder = await blueprintFolder()
const call = { variables: { blueprintDir: folder } }
const notes = join(folder, '.slipway/claims')

async function noteFile(): Promise<string> {
  const [name = ''] = await readdir(notes)
  return join(notes, name)
}

const first: Claims = { maker: { resourceId: 'a', marks: [] }, adopters: [], isOurs: false }
const second: Claims = { maker: { resourceId: 'a', marks: ['1:2'] }, adopters: ['b', 'c'], isOurs: true }

describe('claims', () => {
  test('are as last written, and gone when nobody has any', async () => {
    assert.deepEqual(claimsOn(call, '/x'), nobody)
    for (const claims of [first, second]) {
      writeClaims(call, '/x', claims)
      assert.deepEqual(claimsOn(call, '/x'), claims)
      assert.deepEqual(claimsOn(call, '/y'), nobody)
    }
    writeClaims(call, '/x', { adopters: [], isOurs: true })
    assert.deepEqual(claimsOn(call, '/x'), nobody)
    assert.deepEqual(await readdir(join(folder, '.slipway')), [])
  })

  test('that were cut off during a write are as before, and the next ones are whole', async () => {
    writeClaims(call, '/x', first)
    const before = await readFile(await noteFile())
    writeClaims(call, '/x', second)
    const whole = await readFile(await noteFile())
    for (let length = 0; length < whole.length; length++) {
      await writeFile(await noteFile(), whole.subarray(0, length))
      const known = length < before.length ? nobody : first
      assert.deepEqual(claimsOn(call, '/x'), known, `cut off after ${length} bytes`)
      writeClaims(call, '/x', second)
      assert.deepEqual(claimsOn(call, '/x'), second, `written after ${length} bytes`)
    }
    await rm(notes, { recursive: true })
  })

  test('of version 0.1.0 are understood', async () => {
    const old = resourceIn(folder, 'local/file', 'made-by-0.1.0')
    const spec = { path: 'old', content: 'x' }
    const state = await old.create(spec)
    const note = await noteFile()
    await mkdir(notes, { recursive: true })
    await writeFile(note, 'theirs\nadopter\n')
    const adopter = resourceIn(folder, 'local/file', 'adopter')
    assert.equal((await adopter.read(spec))?.['adopted'], true)
    await old.destroy(state)
    assert.equal(await readFile(join(folder, 'old'), 'utf8'), 'x')
    await adopter.destroy({ ...state, adopted: true })
    assert.deepEqual(await readdir(folder), ['.slipway'])
  })
})
