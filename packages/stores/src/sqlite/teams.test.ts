import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { Sealer, StateStore } from '../port.ts'
import { keyFileSealer } from '../seal/key-file-sealer.ts'
import { freshPair } from '../seal/team/key-pair.ts'
import { ownPair, teamOpener } from '../seal/team/pair-store.ts'
import { sealerWithTeams } from '../seal/team/sealer-with-teams.ts'
import { freshDataKey, sealTeam, type Team } from '../seal/team/team.ts'
import { LosableSealer, sampleInstance, sampleResource, takeLock } from '../testing.ts'
import { opened, testDirectory } from './testing.ts'
import { backupState, restoreState } from './upkeep/index.ts'
import { keeper } from './upkeep/testing.ts'

const web = { kind: 'resource', resource: sampleResource('web') } as const

async function teamIn(
  store: StateStore,
  from: Team | undefined,
  ...sealers: readonly Pick<LosableSealer, 'pair'>[]
): Promise<Team> {
  const recipients = sealers.map(({ pair }, index) => ({ name: `r${index}`, publicKey: pair.publicKey.text }))
  const team = {
    key: freshDataKey(),
    former: from === undefined ? [] : [...from.former, from.key],
    recipients,
    foreign: [],
  }
  const { state, team: sealed } = await store.seals()
  await store.changeTeam(sealed, sealTeam(team, state))
  return team
}

async function filled(context: TestContext) {
  const sealer = new LosableSealer()
  return { sealer, ...(await filledWith(context, sealer)) }
}

async function filledWith(context: TestContext, sealer: Sealer) {
  const directory = testDirectory(context)
  const store = await opened({ directory, sealer })
  context.after(() => store.close())
  const lease = await takeLock(store, 'site')
  await store.commit(lease, [{ kind: 'instance', instance: sampleInstance('site') }])
  return { directory, store, lease }
}

test('a commit sealed with a replaced key is refused, and nothing of it is recorded', async (context) => {
  const { directory, sealer, store, lease } = await filled(context)
  const other = await opened({ directory, sealer })
  context.after(() => other.close())
  // Starts in the same turn, so that it is sealed before the other store has the database.
  const late = store.commit(lease, [web])
  await teamIn(other, undefined, sealer)
  await assert.rejects(late, { code: 'state/key-changed' })
  assert.deepEqual((await store.load('site'))?.resources, [])
  await store.commit(lease, [web])
  assert.equal((await other.load('site'))?.resources.length, 1)
})

test('a restored backup does not bring back members removed since', async (context) => {
  const { directory, sealer, store, lease } = await filled(context)
  const removed = new LosableSealer()
  removed.pair = freshPair()
  const first = await teamIn(store, undefined, sealer, removed)
  await store.commit(lease, [web])
  const source = join(testDirectory(context), 'backup')
  await backupState(directory, source)
  await teamIn(store, first, sealer)
  await store.unlock(lease)
  await store.close()
  await restoreState({ ...keeper(), directory, source, sealer })
  const [mine, theirs] = [await opened({ directory, sealer }), await opened({ directory, sealer: removed })]
  context.after(async () => {
    await mine.close()
    await theirs.close()
  })
  assert.deepEqual((await mine.load('site'))?.resources, [sampleResource('web')])
  await assert.rejects(theirs.load('site'), { code: 'state/wrong-key' })
})

/** A user with a configuration directory, where the user's past keys are remembered. */
async function filledByUser(context: TestContext) {
  const configDirectory = testDirectory(context)
  const { pair } = ownPair({ configDirectory })
  const sealer = sealerWithTeams(keyFileSealer(configDirectory), teamOpener({ configDirectory }))
  const { directory, store, lease } = await filledWith(context, sealer)
  const first = await teamIn(store, undefined, { pair })
  await store.commit(lease, [web])
  const source = join(testDirectory(context), 'backup')
  await backupState(directory, source)
  const rotate = async (): Promise<void> => {
    await teamIn(store, first, { pair })
    await store.load('site')
  }
  const putBack = async (): Promise<StateStore> => {
    await store.unlock(lease)
    await store.close()
    await restoreState({ ...keeper(), directory, source, sealer })
    const again = await opened({ directory, sealer })
    context.after(() => again.close())
    return again
  }
  return { store, lease, rotate, putBack }
}

test('a backup from before a rotation is put back, and sealed with the present key', async (context) => {
  const { store, rotate, putBack } = await filledByUser(context)
  await rotate()
  const present = (await store.seals()).team?.key
  const again = await putBack()
  assert.deepEqual((await again.load('site'))?.resources, [sampleResource('web')])
  assert.deepEqual(await again.keysInUse(), [present])
})

test('a backup takes the place of a state whose recipients somebody without its key has changed', async (context) => {
  const { store, putBack } = await filledByUser(context)
  const { team } = await store.seals()
  assert.ok(team)
  await store.changeTeam(team, { ...team, list: `${team.list.slice(0, -4)}AAAA` })
  await assert.rejects(store.load('site'), { code: 'state/damaged-record' })
  assert.deepEqual((await (await putBack()).load('site'))?.resources, [sampleResource('web')])
})

test('a state that has lost its recipients is no longer written', async (context) => {
  const { store, lease } = await filledByUser(context)
  const { team } = await store.seals()
  assert.ok(team)
  await store.changeTeam(team, { key: '', list: '', recipients: [] })
  await assert.rejects(store.commit(lease, [web]), { code: 'state/other-key', message: /had recipients .* none now$/ })
})
