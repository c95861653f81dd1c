import assert from 'node:assert/strict'
import { copyFileSync, existsSync, readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import type { Failure } from '@slipway/model'
import { missingKeys } from '../encoding/missing-keys.ts'
import { processSealer } from '../seal/index.ts'
import { sampleInstance, sampleRun, takeLock } from '../testing.ts'
import { filledStore, opened, testDirectory } from './testing.ts'

const resources = 40
const named = { code: 'state/corrupt', hint: /slipway state restore/ }

describe('a state file that is', () => {
  const damages: Readonly<Record<string, (file: string, bytes: Buffer) => void>> = {
    empty: (file) => truncateSync(file, 0),
    'cut in the middle of a page': (file, bytes) => truncateSync(file, bytes.length - 1000),
    'cut by a page': (file, bytes) => truncateSync(file, bytes.length - 4096),
    'full of NUL': (file, bytes) => writeFileSync(file, Buffer.alloc(bytes.length)),
    'behind a byte order mark': (file, bytes) => writeFileSync(file, Buffer.concat([Buffer.from('\ufeff'), bytes])),
    text: (file) => writeFileSync(file, '{"resources": []}\n'),
  }
  for (const [name, damage] of Object.entries(damages)) {
    test(`${name}: is named and left alone`, async (context) => {
      const directory = testDirectory(context)
      await filledStore(directory, resources)
      const file = join(directory, 'state.db')
      damage(file, readFileSync(file))
      const before = readFileSync(file)
      await assert.rejects(opened({ directory }), named)
      await assert.rejects(opened({ directory, access: 'read' }), named)
      assert.deepEqual(readFileSync(file), before)
    })
  }

  test('somebody else’s database does not count as an empty state', async (context) => {
    const directory = testDirectory(context)
    const database = new DatabaseSync(join(directory, 'state.db'))
    database.exec('CREATE TABLE notes (text TEXT)')
    database.close()
    await assert.rejects(opened({ directory }), {
      code: 'state/corrupt',
      details: ['it is a database, but holds no Slipway state'],
    })
  })

  test('missing while its journal is there: is named, and no new one is made', async (context) => {
    const directory = testDirectory(context)
    await filledStore(directory, resources)
    rmSync(join(directory, 'state.db'))
    writeFileSync(join(directory, 'state.db-wal'), 'journal')
    await assert.rejects(opened({ directory }), { code: 'state/lost-commits' })
    rmSync(join(directory, 'state.db-commits'))
    await assert.rejects(opened({ directory }), named)
    await assert.rejects(opened({ directory, access: 'read' }), named)
    assert.equal(existsSync(join(directory, 'state.db')), false)
  })
})

test('any changed byte is found, or does not affect reading', async (context) => {
  const directory = testDirectory(context)
  const sealer = processSealer()
  await filledStore(directory, resources, sealer)
  const file = join(directory, 'state.db')
  const good = readFileSync(file)
  const reader = await opened({ directory, sealer, access: 'read' })
  const expected = await reader.load('site')
  await reader.close()
  const step = Math.ceil(good.length / 150)
  const outcomes = { refused: 0, isolated: 0, harmless: 0 }
  for (let offset = 0; offset < good.length; offset += step) {
    const bytes = Buffer.from(good)
    bytes[offset] = (bytes[offset] ?? 0) ^ (1 << (offset % 8))
    writeFileSync(file, bytes)
    const outcome = await read(directory, sealer)
    if (outcome === 'refused' || outcome === 'isolated') outcomes[outcome]++
    else {
      assert.deepEqual(outcome, expected, `bit ${offset % 8} of byte ${offset} changed the state unnoticed`)
      outcomes.harmless++
    }
  }
  assert.ok(outcomes.isolated > 0 && outcomes.refused > 0, JSON.stringify(outcomes))
})

/** The result of a load: the state, or a refusal of the whole or of single records. */
async function read(directory: string, sealer: ReturnType<typeof processSealer>): Promise<unknown> {
  try {
    const store = await opened({ directory, sealer, access: 'read' })
    try {
      return await store.load('site')
    } finally {
      await store.close()
    }
  } catch (error) {
    const { code } = error as Failure
    assert.match(code, /^state\/(corrupt|damaged-record|newer-version)$/)
    return code === 'state/damaged-record' ? 'isolated' : 'refused'
  }
}

test('one bad record among many is named, and the others can be read', async (context) => {
  const directory = testDirectory(context)
  const sealer = processSealer()
  await filledStore(directory, resources, sealer)
  const database = new DatabaseSync(join(directory, 'state.db'))
  database.exec(`UPDATE resources SET body = replace(body, '/srv/r7', '/srv/r8') WHERE id = 'id-r7'`)
  database.close()
  const store = await opened({ directory, sealer })
  context.after(() => store.close())
  await assert.rejects(store.load('site'), {
    code: 'state/damaged-record',
    details: ['resource id-r7: its checksum does not match'],
    hint: /slipway state/,
  })
  const state = await store.load('site', { skipDamaged: true })
  assert.equal(state?.resources.length, resources - 1)
  assert.deepEqual(
    state?.damaged?.map(({ kind, id }) => `${kind} ${id}`),
    ['resource id-r7'],
  )
  await store.commit(await takeLock(store, 'site'), [{ kind: 'forget', resourceId: 'id-r7' }])
  assert.equal((await store.load('site'))?.resources.length, resources - 1)
})

test('the bad record of an instance or of a run is named, and hides nothing', async (context) => {
  const directory = testDirectory(context)
  const sealer = processSealer()
  await filledStore(directory, 1, sealer)
  const writer = await opened({ directory, sealer })
  await writer.commit(await takeLock(writer, 'shop'), [
    { kind: 'instance', instance: sampleInstance('shop') },
    { kind: 'run', run: sampleRun('r1') },
    { kind: 'run', run: sampleRun('r2') },
  ])
  await writer.close()
  const database = new DatabaseSync(join(directory, 'state.db'))
  database.exec(`UPDATE instances SET body = replace(body, '"site"', '"sike"') WHERE name = 'site'`)
  database.exec(`UPDATE runs SET body = replace(body, '{', '[') WHERE id = 'r1'`)
  database.close()
  const store = await opened({ directory, sealer })
  context.after(() => store.close())
  assert.deepEqual(await store.instances(), [{ name: 'shop' }, { name: 'site', damage: 'its checksum does not match' }])
  await assert.rejects(store.load('site', { skipDamaged: true }), {
    code: 'state/damaged-record',
    details: ['instance site: its checksum does not match'],
    hint: /state import FILE --instance site/,
  })
  const damaged: string[] = []
  const runs = await store.runs('shop', 10, ({ kind, id }) => damaged.push(`${kind} ${id}`))
  assert.deepEqual([runs.map(({ id }) => id), damaged], [['r2'], ['run r1']])
})

test('a lost key is named, and other data can still be read', async (context) => {
  const directory = testDirectory(context)
  const sealer = processSealer()
  await filledStore(directory, 2, sealer)
  const store = await opened({ directory })
  context.after(() => store.close())
  await assert.rejects(
    store.load('site'),
    (error: Failure) => error.code === 'state/wrong-key' && error.details.length === 2,
  )
  const state = await store.load('site', { skipDamaged: true })
  assert.deepEqual(state?.damaged, [])
  assert.equal(
    JSON.stringify(state?.resources[0]?.spec),
    `{"path":"/srv/r0","token":"(sealed with key ${sealer.keyId}, which is not here)"}`,
  )
  assert.deepEqual(missingKeys([state ?? {}]), [sealer.keyId])
})

test('a copy of the file is enough to continue', async (context) => {
  const directory = testDirectory(context)
  const elsewhere = testDirectory(context)
  const sealer = processSealer()
  await filledStore(directory, 3, sealer)
  assert.deepEqual(readdirSync(directory).sort(), ['.gitignore', 'state.db', 'state.db-commits'])
  copyFileSync(join(directory, 'state.db'), join(elsewhere, 'state.db'))
  const store = await opened({ directory: elsewhere, sealer })
  context.after(() => store.close())
  assert.equal((await store.load('site'))?.resources.length, 3)
})
