import assert from 'node:assert/strict'
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test, type TestContext } from 'node:test'
import { quickPassphraseSealer } from '../../seal/testing.ts'
import { sampleInstance, sampleResource, takeLock } from '../../testing.ts'
import { filledStore, opened, testDirectory } from '../testing.ts'
import { acceptState, type AcceptReport } from './accept.ts'
import { lossesOf } from './losses.ts'
import { keeper } from './testing.ts'

const sealer = quickPassphraseSealer('test')

function accepted(directory: string, isGone = () => true): Promise<AcceptReport> {
  return acceptState({ ...keeper(isGone), directory, newId: () => 'new-id' })
}

/** Leaves a state as a killed engine does: three resources, and six more in the journal. */
async function killed(context: TestContext): Promise<string> {
  const [directory, image] = [testDirectory(context), testDirectory(context)]
  await filledStore(directory, 3, sealer)
  const store = await opened({ directory, sealer })
  const lease = await takeLock(store, 'site')
  for (let number = 3; number < 9; number++)
    await store.commit(lease, [{ kind: 'resource', resource: sampleResource(`r${number}`) }])
  for (const name of ['state.db', 'state.db-wal', 'state.db-commits'])
    copyFileSync(join(directory, name), join(image, name))
  await store.close()
  return image
}

async function resourcesIn(directory: string): Promise<number | undefined> {
  const store = await opened({ directory, sealer })
  try {
    return (await store.load('site'))?.resources.length
  } finally {
    await store.close()
  }
}

describe('a state with losses continues when a user accepts them', () => {
  test('its journal is missing', async (context) => {
    const directory = await killed(context)
    rmSync(join(directory, 'state.db-wal'))
    assert.deepEqual(await lossesOf(directory), ['7 of the 10 commits that were recorded are missing in it'])
    await assert.rejects(opened({ directory, sealer }), {
      code: 'state/lost-commits',
      details: ['7 of the 10 commits that were recorded are missing in it'],
      hint: /slipway state accept/,
    })
    assert.deepEqual(await accepted(directory), { renewed: [], aside: [] })
    assert.deepEqual(await lossesOf(directory), [])
    assert.equal(await resourcesIn(directory), 3)
  })

  test('its journal is damaged, and is kept', async (context) => {
    const directory = await killed(context)
    const wal = join(directory, 'state.db-wal')
    const bytes = readFileSync(wal)
    bytes[32 + 2 * 4_120 + 100] = 1 ^ (bytes[32 + 2 * 4_120 + 100] ?? 0)
    writeFileSync(wal, bytes)
    assert.match((await lossesOf(directory)).join(), /commits lie behind a damaged place of its journal/)
    const { aside } = await accepted(directory)
    assert.deepEqual(aside, [`${wal}.damaged`])
    assert.deepEqual(readFileSync(`${wal}.damaged`), bytes)
    assert.ok(((await resourcesIn(directory)) ?? 0) >= 3)
  })

  test('the file itself is gone', async (context) => {
    const directory = await killed(context)
    rmSync(join(directory, 'state.db'))
    assert.equal((await lossesOf(directory)).length, 2)
    const { aside } = await accepted(directory)
    assert.deepEqual(aside, [join(directory, 'state.db-wal.lost')])
    assert.equal(await resourcesIn(directory), undefined)
  })

  test('it is another database', async (context) => {
    const [directory, other] = [await killed(context), testDirectory(context)]
    await filledStore(other, 1, sealer)
    rmSync(join(directory, 'state.db-wal'))
    copyFileSync(join(other, 'state.db'), join(directory, 'state.db'))
    assert.deepEqual(await lossesOf(directory), ['it is not the former database'])
    await accepted(directory)
    assert.equal(await resourcesIn(directory), 1)
  })

  test('rows are gone, and the record of an instance', async (context) => {
    const directory = testDirectory(context)
    await filledStore(directory, 3, sealer)
    const database = new DatabaseSync(join(directory, 'state.db'))
    database.exec("DELETE FROM instances; DELETE FROM resources WHERE id = 'id-r1'; DELETE FROM locks")
    database.close()
    assert.deepEqual(await lossesOf(directory), [
      'site: the record of the instance itself is gone',
      'site: 2 of its 4 records are gone',
      'site: its lock is damaged: it is gone',
    ])
    assert.deepEqual((await accepted(directory)).renewed, ['site'])
    const store = await opened({ directory, sealer })
    context.after(() => store.close())
    const { instance, resources } = (await store.load('site')) ?? {}
    assert.deepEqual([instance?.id, instance?.status, resources?.length], ['new-id', 'interrupted', 2])
    assert.ok((await takeLock(store, 'site')).fence > 1_000_000, 'no fence that was given out can come again')
  })

  test('unless it has lost nothing, or is in use', async (context) => {
    const directory = await killed(context)
    assert.deepEqual(await lossesOf(directory), [])
    await assert.rejects(
      accepted(directory, () => false),
      { code: 'state/in-use', message: /site is being changed by/ },
    )
  })

  test('unless nothing of it can be trusted', async (context) => {
    const directory = await killed(context)
    writeFileSync(join(directory, 'state.db'), Buffer.alloc(8_192))
    await assert.rejects(lossesOf(directory), { code: 'state/corrupt', hint: /state restore/ })
    assert.deepEqual(readFileSync(join(directory, 'state.db')), Buffer.alloc(8_192))
  })
})

test('a state of which only the count is left does not count as an empty one', async (context) => {
  const directory = testDirectory(context)
  const store = await opened({ directory, sealer })
  await store.commit(await takeLock(store, 'site'), [{ kind: 'instance', instance: sampleInstance('site') }])
  await store.close()
  rmSync(join(directory, 'state.db'))
  for (const access of ['read', 'write'] as const)
    await assert.rejects(opened({ directory, sealer, access }), {
      code: 'state/lost-commits',
      details: ['the file is gone, with the 2 commits that were recorded in it'],
    })
  assert.equal(existsSync(join(directory, 'state.db')), false)
})
