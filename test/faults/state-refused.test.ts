/** Fault rows 18, 25 and 26: states that cannot be written, or are of another version, are met before anything is done. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test, type TestContext } from 'node:test'
import { run } from '../ledger/command.ts'
import { makeWorld, processesLeft, type World } from '../ledger/world.ts'
import { five, fiveNames } from './blueprints.ts'
import { assertHeals, recordedNames } from './expect.ts'

async function refusesAll(world: World, env: NodeJS.ProcessEnv, reason: RegExp): Promise<void> {
  world.writeBlueprint(five)
  const refused = await run(world, ['up', '--yes'], env)
  assert.equal(refused.code, 1, refused.stdout)
  assert.match(refused.stderr, reason)
  assert.match(refused.stderr, /hint:/)
  assert.doesNotMatch(refused.stderr, /bug in Slipway|\n\s+at .*\.(ts|mjs):/)
  assert.deepEqual(world.entries(), [], 'something was made that cannot be recorded')
  assert.deepEqual(await processesLeft(world, 30_000), [])
}

/** Root ignores modes, so only a real mount can be read-only. */
function mountReadOnly(t: TestContext, folder: string): boolean {
  mkdirSync(folder)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'ro,size=1m', 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    t.skip('mounting needs root')
    return false
  }
}

describe('a place without room for a state', () => {
  test('below a file is refused before anything is created', async () => {
    const world = makeWorld()
    try {
      writeFileSync(join(world.folder, 'file'), '')
      await refusesAll(world, { SLIPWAY_STATE: join(world.folder, 'file/state') }, /file\/state/)
    } finally {
      world.remove()
    }
  })

  test('on a read-only disk is refused before anything is created', async (t) => {
    const world = makeWorld()
    const state = join(world.folder, 'fixed')
    if (!mountReadOnly(t, state)) {
      world.remove()
      return
    }
    try {
      await refusesAll(world, { SLIPWAY_STATE: state }, /fixed.*(read-only|cannot be written)/s)
    } finally {
      execFileSync('umount', [state])
      world.remove()
    }
  })
})

test('a state of a newer version is refused with both versions, and left alone', async () => {
  const world = makeWorld()
  try {
    world.writeBlueprint(five)
    await assertHeals(world, ['up', '--yes'], fiveNames)
    const file = join(world.folder, '.slipway/state.db')
    const database = new DatabaseSync(file)
    database.exec('UPDATE slipway_schema SET version = 99; PRAGMA wal_checkpoint(TRUNCATE)')
    database.close()
    const before = readFileSync(file)
    for (const args of [
      ['up', '--yes'],
      ['destroy', '--yes'],
      ['state', 'list'],
    ]) {
      const refused = await run(world, args)
      assert.equal(refused.code, 1, refused.stdout)
      assert.match(refused.stderr, /newer Slipway: it has state version 99, but this one knows only \d+/)
      assert.match(refused.stderr, /upgrade Slipway/)
    }
    assert.ok(readFileSync(file).equals(before), 'the file was changed')
    assert.equal(world.entries().length, 5)
  } finally {
    world.remove()
  }
})

test('a state of an earlier version is upgraded by the first command, and a copy is kept', async () => {
  const world = makeWorld()
  try {
    world.writeBlueprint(five)
    await assertHeals(world, ['up', '--yes'], fiveNames)
    const folder = join(world.folder, '.slipway')
    const database = new DatabaseSync(join(folder, 'state.db'))
    // These tables came with versions 2 to 7.
    const later = ['tasks', 'tallies', 'commits', 'links', 'children', 'state', 'marks', 'team', 'recipients']
    database.exec(`${later.map((table) => `DROP TABLE ${table};`).join(' ')} ALTER TABLE locks DROP COLUMN checksum;
      UPDATE slipway_schema SET version = 1`)
    database.close()
    rmSync(join(folder, 'state.db-commits'))
    assert.deepEqual(await recordedNames(world), fiveNames)
    assert.ok(readdirSync(folder).some((name) => /^state\.db\.v1.*backup$/.test(name)))
    await assertHeals(world, ['up', '--yes'], fiveNames)
    await assertHeals(world, ['destroy', '--yes'], [])
  } finally {
    world.remove()
  }
})
