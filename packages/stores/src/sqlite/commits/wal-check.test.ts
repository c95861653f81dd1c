import assert from 'node:assert/strict'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { processSealer } from '../../seal/index.ts'
import { sampleInstance, sampleResource, takeLock } from '../../testing.ts'
import { opened, testDirectory } from '../testing.ts'

const sealer = processSealer()
const commits = 12

/** Leaves a state as a killed writer leaves it after this many commits. */
async function killedWriter(context: TestContext): Promise<string> {
  const directory = testDirectory(context)
  const store = await opened({ directory, sealer })
  context.after(() => store.close())
  const lease = await takeLock(store, 'site')
  await store.commit(lease, [{ kind: 'instance', instance: sampleInstance('site') }])
  for (let index = 0; index < commits; index++) {
    await store.commit(lease, [{ kind: 'resource', resource: sampleResource(`r${index}`) }])
  }
  const image = testDirectory(context)
  for (const name of ['state.db', 'state.db-wal']) copyFileSync(join(directory, name), join(image, name))
  return image
}

/** The number of resources, or the code with which the state is refused. */
async function resourcesIn(image: string, context: TestContext): Promise<number | string> {
  const directory = testDirectory(context)
  for (const name of ['state.db', 'state.db-wal']) copyFileSync(join(image, name), join(directory, name))
  try {
    const store = await opened({ directory, sealer })
    const state = await store.load('site')
    await store.close()
    return state?.resources.length ?? 0
  } catch (error) {
    return (error as { code: string }).code
  }
}

test('a leftover journal is applied in full', async (context) => {
  assert.equal(await resourcesIn(await killedWriter(context), context), commits)
})

test('a changed byte of the journal never silently removes more than the last commit', async (context) => {
  const image = await killedWriter(context)
  const wal = join(image, 'state.db-wal')
  const good = readFileSync(wal)
  let refused = 0
  for (const offset of placesIn(good.length)) {
    const bytes = Buffer.from(good)
    bytes[offset] = (bytes[offset] ?? 0) ^ 0x10
    writeFileSync(wal, bytes)
    const outcome = await resourcesIn(image, context)
    if (outcome === 'state/corrupt') refused++
    else assert.ok(Number(outcome) >= commits - 1, `byte ${offset}: ${outcome}`)
  }
  assert.ok(refused > 0)
})

/** The headers of the journal and of its third frame byte by byte, and samples of the rest. */
function placesIn(length: number): readonly number[] {
  const frame = 32 + 2 * (24 + 4096)
  const header = Array.from({ length: 32 }, (_, index) => index)
  const frameHeader = Array.from({ length: 24 }, (_, index) => frame + index)
  return [...header, ...frameHeader, ...Array.from({ length: Math.floor(length / 1_777) }, (_, index) => index * 1_777)]
}

test('a truncated journal, as after a torn write, ends at the cut', async (context) => {
  const image = await killedWriter(context)
  const wal = join(image, 'state.db-wal')
  writeFileSync(wal, readFileSync(wal).subarray(0, -100))
  assert.equal(await resourcesIn(image, context), commits - 1)
})
