import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test, type TestContext } from 'node:test'
import { revealed, Secret, valueMap } from '@slipway/model'
import type { Sealer } from '../port.ts'
import type { InstanceState } from '../records.ts'
import { changeKey, keyFileSealer, processSealer, unsealWithAny } from '../seal/index.ts'
import { fixtureSealer as phrase } from '../seal/testing.ts'
import { sampleInstance, sampleResource, sampleRun, takeLock } from '../testing.ts'
import { Rows } from './rows/rows.ts'
import { opened, testDirectory } from './testing.ts'
import { resealState } from './upkeep/index.ts'
import { keeper } from './upkeep/testing.ts'

/** An attacker who can write the file: checksums and tallies are right. */
function tamper(directory: string, work: (rows: Rows) => void): void {
  const database = new DatabaseSync(join(directory, 'state.db'))
  const rows = new Rows(database)
  database.exec('BEGIN IMMEDIATE')
  rows.begin()
  work(rows)
  rows.end()
  database.exec('COMMIT')
  database.close()
}

const text = /\{"\$secret":"[^"]*"\}/

function bodyOf(rows: Rows, instance: string, id: string): string {
  const row = rows.all('resources', instance).find((one) => one.id === id)
  return row?.body ?? assert.fail(`there is no ${id}`)
}

function textOf(directory: string, instance: string, id: string): string {
  let found = ''
  tamper(directory, (rows) => (found = text.exec(bodyOf(rows, instance, id))?.[0] ?? ''))
  return found
}

function putText(directory: string, instance: string, id: string, sealed: string): void {
  tamper(directory, (rows) =>
    rows.put(
      'resources',
      instance,
      id,
      bodyOf(rows, instance, id).replace(text, () => sealed),
    ),
  )
}

/** Expects one damaged record, with these words. */
function damaged(words: RegExp) {
  return (error: Error & { readonly code?: string; readonly details?: readonly string[] }): boolean => {
    assert.deepEqual([error.code, error.details?.length], ['state/damaged-record', 1])
    assert.match(error.details?.[0] ?? '', words)
    return true
  }
}

async function filled(directory: string, sealer: Sealer): Promise<void> {
  const store = await opened({ directory, sealer })
  for (const name of ['site', 'shop']) {
    const lease = await takeLock(store, name)
    const spec = valueMap(['one', 'two'].map((key) => [key, new Secret(`${key} of ${name}`)] as const))
    await store.commit(lease, [
      { kind: 'instance', instance: sampleInstance(name) },
      { kind: 'resource', resource: sampleResource('web', { dependsOn: [], reads: [] }) },
      { kind: 'resource', resource: sampleResource('db', { dependsOn: [], reads: [] }) },
      { kind: 'resource', resource: sampleResource('two', { dependsOn: [], reads: [], spec }) },
    ])
    await store.unlock(lease)
  }
  await store.close()
}

async function load(directory: string, sealer: Sealer, access: 'read' | 'write' = 'read') {
  const store = await opened({ directory, sealer, access })
  try {
    return await store.load('site')
  } finally {
    await store.close()
  }
}

describe('a sealed text moved by a writer of the file', () => {
  const sealer = processSealer()
  const cases: Readonly<Record<string, (directory: string, other: string) => void>> = {
    'another record': (directory) => putText(directory, 'site', 'id-web', textOf(directory, 'site', 'id-db')),
    'the same record of another instance': (directory) =>
      putText(directory, 'site', 'id-web', textOf(directory, 'shop', 'id-web')),
    'the same record of another state': (directory, other) =>
      putText(directory, 'site', 'id-web', textOf(other, 'site', 'id-web')),
    'another path of its record': (directory) =>
      tamper(directory, (rows) => {
        const body = JSON.parse(bodyOf(rows, 'site', 'id-two')) as { spec: Record<string, unknown> }
        body.spec = { one: body.spec['two'], two: body.spec['one'] }
        rows.put('resources', 'site', 'id-two', JSON.stringify(body))
      }),
    'a call in doubt': (directory) =>
      tamper(directory, (rows) => {
        const resource = JSON.parse(bodyOf(rows, 'site', 'id-web')) as object
        const intent = { id: 'id-web', runId: 'run', action: 'update', resource, startedAt: 1 }
        rows.put('intents', 'site', 'id-web', JSON.stringify(intent))
      }),
  }
  for (const [where, move] of Object.entries(cases)) {
    test(`does not open: in ${where}`, async (context) => {
      const [directory, other] = [testDirectory(context), testDirectory(context)]
      await filled(directory, sealer)
      await filled(other, sealer)
      move(directory, other)
      await assert.rejects(load(directory, sealer), damaged(/was changed, or sealed for another place$/))
    })
  }

  test('opens where it was put back', async (context) => {
    const directory = testDirectory(context)
    await filled(directory, sealer)
    const before = await load(directory, sealer)
    putText(directory, 'site', 'id-web', textOf(directory, 'site', 'id-web'))
    assert.deepEqual(await load(directory, sealer), before)
  })
})

const release = new URL('../../fixtures/state-v5-release', import.meta.url).pathname

/** A state as version 0.1.0 has left it. */
function earlier(context: TestContext): string {
  const directory = testDirectory(context)
  cpSync(release, directory, { recursive: true })
  return directory
}

function configFolder(context: TestContext): string {
  const config = mkdtempSync(join(tmpdir(), 'slipway-moved-'))
  context.after(() => rmSync(config, { recursive: true }))
  return config
}

function firstIn(state: InstanceState | undefined): string {
  return state?.resources.find(({ name }) => name === 'first')?.id ?? assert.fail('there is no first')
}

/** Writes a secret into the state. */
async function written(directory: string, sealer: Sealer): Promise<void> {
  const store = await opened({ directory, sealer, isGone: () => true })
  const lease = await takeLock(store, 'site')
  await store.commit(lease, [{ kind: 'run', run: sampleRun('r', { notes: new Secret('n') }) }])
  await store.unlock(lease)
  await store.close()
}

async function unbound(directory: string): Promise<number> {
  const store = await opened({ directory, access: 'read' })
  try {
    return (await store.seals()).unbound
  } finally {
    await store.close()
  }
}

describe('a state of version 0.1.0', () => {
  test('counts and reads unbound secrets until a secret is recorded: then all of it is bound', async (context) => {
    const directory = earlier(context)
    const before = await load(directory, phrase())
    assert.equal(await unbound(directory), 4)
    await written(directory, phrase())
    assert.equal(await unbound(directory), 0)
    assert.deepEqual(await load(directory, phrase()), before)
  })

  test('refuses an old text that reappears', async (context) => {
    const directory = earlier(context)
    await load(directory, phrase(), 'write')
    const id = firstIn(await load(directory, phrase()))
    const old = textOf(directory, 'site', id)
    assert.match(old, /"1:passphrase-/)
    await written(directory, phrase())
    putText(directory, 'site', id, old)
    await assert.rejects(
      load(directory, phrase()),
      damaged(/^resource first .*has the form of Slipway 0\.1\.0, but this state no longer has/),
    )
    // Neither the next write nor a new key treats it as a text that was always there.
    await written(directory, phrase())
    await assert.rejects(load(directory, phrase()), { code: 'state/damaged-record' })
    await assert.rejects(resealState({ ...keeper(), directory, unsealer: phrase(), to: phrase }), {
      code: 'state/damaged-record',
    })
  })

  test('does not accept a text under a missing key as one that was always there', async (context) => {
    const directory = earlier(context)
    const id = firstIn(await load(directory, phrase(), 'write'))
    const old = textOf(directory, 'site', id)
    const config = configFolder(context)
    const request = { ...keeper(() => true), directory, unsealer: phrase(), to: () => keyFileSealer(config) }
    await resealState(request)
    putText(directory, 'site', id, old)
    await written(directory, keyFileSealer(config))
    const both: Sealer = { keyId: 'none', seal: () => assert.fail(), ...unsealWithAny(keyFileSealer(config), phrase()) }
    await assert.rejects(load(directory, both), damaged(/this state no longer has secrets of that form/))
  })

  test('leaves damaged texts damaged', async (context) => {
    const directory = earlier(context)
    const id = firstIn(await load(directory, phrase(), 'write'))
    const database = new DatabaseSync(join(directory, 'state.db'))
    database.prepare('UPDATE resources SET checksum = checksum + 1 WHERE id = ?').run(id)
    database.close()
    await written(directory, phrase())
    const store = await opened({ directory, sealer: phrase(), access: 'read' })
    context.after(() => store.close())
    const state = await store.load('site', { skipDamaged: true })
    assert.deepEqual(
      state?.damaged?.map((one) => [one.id, one.reason]),
      [[id, 'its checksum does not match']],
    )
  })

  test('stays as it is where nothing is sealed', async (context) => {
    const directory = earlier(context)
    const store = await opened({ directory, sealer: phrase(), isGone: () => true })
    const lease = await takeLock(store, 'site')
    await store.commit(lease, [{ kind: 'run', run: sampleRun('r') }])
    await store.unlock(lease)
    await store.close()
    assert.equal(await unbound(directory), 4)
  })

  test('keeps texts of another key, under that key alone, until it is back', async (context) => {
    const directory = earlier(context)
    const config = configFolder(context)
    await written(directory, keyFileSealer(config))
    assert.equal(await unbound(directory), 4)
    const both: Sealer = { keyId: 'none', seal: () => assert.fail(), ...unsealWithAny(keyFileSealer(config), phrase()) }
    const state = await load(directory, both)
    assert.equal(revealed(state?.instance.exports['token'] ?? null), 'x&_NDqz>foJl*Mun_]?q')
    await written(directory, phrase())
    assert.equal(await unbound(directory), 0)
    assert.deepEqual(await load(directory, both), state)
  })

  test('is bound by a new key, and keeps nothing of the former one', async (context) => {
    const directory = earlier(context)
    const before = await load(directory, phrase(), 'write')
    const config = configFolder(context)
    changeKey(config)
    const id = firstIn(before)
    const old = textOf(directory, 'site', id)
    const request = { ...keeper(() => true), directory, unsealer: phrase(), to: () => keyFileSealer(config) }
    assert.equal((await resealState(request)).secrets, 4)
    assert.equal(await unbound(directory), 0)
    assert.deepEqual(await load(directory, keyFileSealer(config)), before)
    const both: Sealer = { keyId: 'none', seal: () => assert.fail(), ...unsealWithAny(keyFileSealer(config), phrase()) }
    putText(directory, 'site', id, old)
    await assert.rejects(load(directory, both), { code: 'state/damaged-record' })
  })
})

test('a state with removed marks is noticed, with any texts in their places', async (context) => {
  const directory = testDirectory(context)
  const sealer = processSealer()
  await filled(directory, sealer)
  tamper(directory, (rows) => rows.seals.removeMarks())
  await assert.rejects(load(directory, sealer), { code: 'state/damaged-record' })
})

test('a text of a former key is refused after another key has sealed all of it', async (context) => {
  const directory = testDirectory(context)
  const [former, now] = [processSealer(), processSealer()]
  await filled(directory, former)
  const before = textOf(directory, 'site', 'id-web')
  await resealState({ ...keeper(() => true), directory, unsealer: former, to: () => now })
  putText(directory, 'site', 'id-web', before)
  const both: Sealer = { keyId: 'none', seal: () => assert.fail(), ...unsealWithAny(now, former) }
  await assert.rejects(load(directory, both), damaged(/which this state has never used/))
})

test('a state’s declaration about its secrets is sealed once, with the first of them', async (context) => {
  const sealed: string[] = []
  const inner = processSealer()
  const sealer: Sealer = {
    keyId: inner.keyId,
    ...unsealWithAny(inner),
    seal: (plain, place) => {
      sealed.push(place.purpose)
      return inner.seal(plain, place)
    },
  }
  const directory = testDirectory(context)
  for (let times = 0; times < 2; times++) await written(directory, sealer)
  assert.deepEqual(sealed, ['state', 'mark', 'state'])
})

test('a secret left sealed is not written into another record', async (context) => {
  const directory = testDirectory(context)
  const sealer = processSealer()
  await filled(directory, sealer)
  const store = await opened({ directory, sealer: processSealer() })
  context.after(() => store.close())
  const state = await store.load('site', { skipDamaged: true })
  const web = state?.resources.find(({ name }) => name === 'web') ?? assert.fail()
  const lease = await takeLock(store, 'site')
  await store.commit(lease, [{ kind: 'resource', resource: { ...web, name: 'renamed' } }])
  await assert.rejects(store.commit(lease, [{ kind: 'resource', resource: { ...web, id: 'other' } }]), {
    code: 'state/wrong-key',
    message: /cannot be moved/,
  })
  assert.deepEqual((await load(directory, sealer))?.resources.find(({ id }) => id === web.id)?.name, 'renamed')
})
