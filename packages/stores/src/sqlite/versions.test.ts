import assert from 'node:assert/strict'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { takeLock } from '../testing.ts'
import { migrations, type Migration } from './schema/schema.ts'
import { filledStore, opened, testDirectory } from './testing.ts'

const nextStep: Migration = (database) => database.exec('ALTER TABLE runs ADD COLUMN note TEXT')
const failing: Migration = () => {
  throw new Error('no')
}

describe('a state of an earlier version', () => {
  test('is copied aside before it is changed', async (context) => {
    const directory = testDirectory(context)
    await filledStore(directory, 3)
    const steps = [...migrations, nextStep]
    const store = await opened({ directory, migrations: steps })
    await store.close()
    const copy = `state.db.v${migrations.length}.backup`
    assert.deepEqual(readdirSync(directory).sort(), ['.gitignore', 'state.db', 'state.db-commits', copy])
    assert.equal(statSync(join(directory, copy)).mode & 0o777, 0o600)
    assert.equal(storedVersion(join(directory, copy)), migrations.length)
    assert.equal(storedVersion(join(directory, 'state.db')), steps.length)
  })

  test('waits for an engine that is at work, and for no other', async (context) => {
    const directory = testDirectory(context)
    const earlier = await opened({ directory })
    context.after(() => earlier.close())
    await takeLock(earlier, 'site')
    const steps = [...migrations, nextStep]
    for (const access of ['read', 'write'] as const) {
      await assert.rejects(opened({ directory, migrations: steps, access }), {
        code: 'state/in-use',
        message: /site is being changed by pid 1 on loom/,
      })
    }
    assert.equal(storedVersion(join(directory, 'state.db')), migrations.length)
    await (await opened({ directory, migrations: steps, isGone: () => true })).close()
    assert.equal(storedVersion(join(directory, 'state.db')), steps.length)
  })

  test('stays unchanged when a step fails', async (context) => {
    const directory = testDirectory(context)
    await filledStore(directory, 3)
    await assert.rejects(opened({ directory, migrations: [...migrations, nextStep, failing] }), /no/)
    assert.equal(storedVersion(join(directory, 'state.db')), migrations.length)
    await (await opened({ directory })).close()
  })

  test('is upgraded by its first reader', async (context) => {
    const directory = testDirectory(context)
    await filledStore(directory, 3)
    const steps = [...migrations, nextStep]
    const reader = await opened({ directory, migrations: steps, access: 'read' })
    assert.equal((await reader.instances()).length, 1)
    await reader.close()
    assert.equal(storedVersion(join(directory, 'state.db')), steps.length)
  })
})

test('a state of a newer version is refused, and not touched', async (context) => {
  const directory = testDirectory(context)
  const steps = [...migrations, nextStep]
  await (await opened({ directory, migrations: steps })).close()
  const before = readFileSync(join(directory, 'state.db'))
  const expected = {
    code: 'state/newer-version',
    message: new RegExp(`version ${steps.length}.*knows only ${migrations.length}`),
  }
  await assert.rejects(opened({ directory }), expected)
  await assert.rejects(opened({ directory, access: 'read' }), expected)
  assert.deepEqual(readFileSync(join(directory, 'state.db')), before)
})

function storedVersion(file: string): number {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return Number(database.prepare('SELECT version FROM slipway_schema').get()?.['version'])
  } finally {
    database.close()
  }
}
