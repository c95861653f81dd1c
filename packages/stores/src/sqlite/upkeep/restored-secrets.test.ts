import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test, type TestContext } from 'node:test'
import { revealed } from '@slipway/model'
import type { Sealer } from '../../port.ts'
import { keyFileSealer, processSealer, unsealWithAny } from '../../seal/index.ts'
import { fixtureSealer as phrase } from '../../seal/testing.ts'
import { checksumOf } from '../../losses/checksum.ts'
import { sampleInstance, sampleResource, takeLock } from '../../testing.ts'
import { filledStore, opened, testDirectory } from '../testing.ts'
import { backupState } from './backup.ts'
import { lookIntoBackup, restoreState } from './restore.ts'
import { keeper } from './testing.ts'

const sealer = processSealer()

function noKey(): never {
  assert.fail('no key is needed')
}

/** A state with three secrets, and a backup of it. */
async function backedUp(context: TestContext) {
  const [directory, elsewhere] = [testDirectory(context), testDirectory(context)]
  await filledStore(directory, 3, sealer)
  const source = join(elsewhere, 'backup')
  await backupState(directory, source)
  return { directory, source, elsewhere }
}

async function look(directory: string, own: Sealer = sealer) {
  const store = await opened({ directory, sealer: own, access: 'read' })
  try {
    return { ...(await store.seals()), site: await store.load('site', { skipDamaged: true }) }
  } finally {
    await store.close()
  }
}

function changed(file: string, statement: string): void {
  const database = new DatabaseSync(file)
  database.exec(statement)
  database.close()
}

describe('the secrets of a backup', () => {
  test('are sealed again for their new state, and open there', async (context) => {
    const { directory, source } = await backedUp(context)
    const before = await look(directory)
    const target = testDirectory(context)
    for (const place of [directory, target]) {
      await restoreState({ ...keeper(), sealer, directory: place, source })
      const after = await look(place)
      assert.notEqual(after.state, before.state)
      assert.match(after.state, /^[0-9a-f]{32}$/)
      assert.deepEqual([after.site, after.unbound], [before.site, 0])
    }
    assert.notEqual((await look(directory)).state, (await look(target)).state)
    // A text of the backup no longer belongs to any place in the state.
    changed(
      join(target, 'state.db'),
      `ATTACH '${source}' AS old; UPDATE resources SET body = (SELECT body FROM old.resources r
      WHERE r.id = resources.id), checksum = (SELECT checksum FROM old.resources r WHERE r.id = resources.id) WHERE id = 'id-r0'`,
    )
    const [moved] = (await look(target)).site?.damaged?.filter(({ id }) => id === 'id-r0') ?? []
    assert.match(moved?.reason ?? '', /sealed for another place/)
  })

  test('that were swapped in it stay refused, and the others open', async (context) => {
    const { source } = await backedUp(context)
    changed(
      source,
      `UPDATE resources SET body = (SELECT replace(r.body, 'id-r1', 'id-r0') FROM resources r WHERE r.id = 'id-r1')
      WHERE id = 'id-r0'`,
    )
    const database = new DatabaseSync(source)
    database.function('crc', { deterministic: true }, (text) => crcOf(String(text)))
    database.exec("UPDATE resources SET checksum = crc(body) WHERE id = 'id-r0'")
    database.close()
    const target = testDirectory(context)
    await restoreState({ ...keeper(), sealer, directory: target, source })
    const { site } = await look(target)
    const damaged = site?.damaged?.filter(({ id }) => id !== undefined)
    assert.deepEqual(
      damaged?.map(({ id }) => id),
      ['id-r0'],
    )
    assert.match(damaged?.[0]?.reason ?? '', /sealed for another place/)
    assert.deepEqual(
      site?.resources.map(({ id }) => id),
      ['id-r1', 'id-r2'],
    )
  })

  test('can be recorded again with a key that had sealed some of them', async (context) => {
    const { directory, source } = await backedUp(context)
    const another = processSealer()
    const both: Sealer = {
      keyId: another.keyId,
      seal: (plain, place) => another.seal(plain, place),
      ...unsealWithAny(another, sealer),
    }
    await restoreState({ ...keeper(), sealer: both, directory, source })
    const store = await opened({ directory, sealer })
    context.after(() => store.close())
    const lease = await takeLock(store, 'site')
    await store.commit(lease, [{ kind: 'resource', resource: sampleResource('more', { dependsOn: [], reads: [] }) }])
    assert.deepEqual((await look(directory, both)).site?.resources.map(({ name }) => name).sort(), [
      'more',
      'r0',
      'r1',
      'r2',
    ])
  })

  test('in a record that is damaged stay damaged', async (context) => {
    const { source } = await backedUp(context)
    changed(source, "UPDATE resources SET checksum = checksum + 1 WHERE id = 'id-r1'")
    const target = testDirectory(context)
    await restoreState({ ...keeper(), sealer, directory: target, source })
    const { site } = await look(target)
    assert.deepEqual(site?.damaged?.find(({ id }) => id === 'id-r1')?.reason, 'its checksum does not match')
  })

  test('need no key where there are none, though the state is another one', async (context) => {
    const [directory, elsewhere] = [testDirectory(context), testDirectory(context)]
    const nobody: Sealer = { keyId: '', seal: noKey, unseal: noKey, unsealUnbound: noKey }
    const store = await opened({ directory, sealer: nobody })
    await store.commit(await takeLock(store, 'site'), [{ kind: 'instance', instance: sampleInstance('site') }])
    await store.close()
    const before = await look(directory, nobody)
    await backupState(directory, join(elsewhere, 'backup'))
    await restoreState({ ...keeper(() => true), sealer: nobody, directory, source: join(elsewhere, 'backup') })
    const after = await look(directory, nobody)
    assert.notEqual(after.state, before.state)
    assert.deepEqual(after.site, before.site)
  })

  test('with a missing key stay as they were, and open when it is back', async (context) => {
    const { directory, source } = await backedUp(context)
    const before = await look(directory)
    const target = testDirectory(context)
    await restoreState({ ...keeper(), sealer: processSealer(), directory: target, source })
    assert.deepEqual(await look(target), before)
  })
})

function crcOf(body: string): number {
  return checksumOf('resources', 'site', 'id-r0', body)
}

describe('a backup of version 0.1.0', () => {
  const release = new URL('../../../fixtures/state-v5-release', import.meta.url).pathname

  async function old(context: TestContext): Promise<string> {
    const [directory, elsewhere] = [testDirectory(context), testDirectory(context)]
    cpSync(release, directory, { recursive: true })
    const source = join(elsewhere, 'backup')
    await backupState(directory, source)
    return source
  }

  test('is refused unless the user accepts it explicitly; nothing is changed', async (context) => {
    const source = await old(context)
    assert.equal((await lookIntoBackup(source)).unbound, 4)
    const directory = testDirectory(context)
    await filledStore(directory, 3, sealer)
    const before = await look(directory)
    const request = { ...keeper(), sealer: phrase(), directory, source }
    await assert.rejects(restoreState(request), { code: 'state/old-form', hint: /--old-form/ })
    assert.deepEqual(await look(directory), before)
  })

  test('is sealed anew after that', async (context) => {
    const source = await old(context)
    const directory = testDirectory(context)
    await restoreState({ ...keeper(), sealer: phrase(), directory, source, oldForm: true })
    const { site, unbound } = await look(directory, phrase())
    assert.equal(unbound, 0)
    assert.equal(revealed(site?.instance.exports['token'] ?? null), 'x&_NDqz>foJl*Mun_]?q')
  })

  test('stays unchanged without its key', async (context) => {
    const source = await old(context)
    const directory = testDirectory(context)
    const config = mkdtempSync(join(tmpdir(), 'slipway-restored-'))
    context.after(() => rmSync(config, { recursive: true }))
    await restoreState({ ...keeper(), sealer: keyFileSealer(config), directory, source, oldForm: true })
    assert.equal((await look(directory, phrase())).unbound, 4)
  })
})
