import assert from 'node:assert/strict'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, test } from '../../../../../test/cases.ts'
import { quickPassphraseSealer } from '../../seal/testing.ts'
import { sampleInstance, sampleResource, takeLock } from '../../testing.ts'
import { filledStore, opened, Program, testDirectory } from '../testing.ts'
import { backupState } from './backup.ts'
import { lookIntoBackup, restoreState } from './restore.ts'
import { keeper } from './testing.ts'

const sealer = quickPassphraseSealer('test')

describe('a backup', () => {
  test('is one file for its owner, with sealed secrets, and opens as a state', async (context) => {
    const [directory, elsewhere] = [testDirectory(context), testDirectory(context)]
    await filledStore(directory, 3, sealer)
    const file = join(elsewhere, 'backup')
    const inventory = { instances: [{ name: 'site', resources: 3 }], keys: [sealer.keyId], unbound: 0 }
    assert.deepEqual(await backupState(directory, file), inventory)
    assert.equal(statSync(file).mode & 0o777, 0o600)
    assert.equal(readFileSync(file).includes('token of r1'), false)
    assert.deepEqual(await lookIntoBackup(file), inventory)
    assert.deepEqual(readdirSync(elsewhere), ['backup'], 'looking at it makes no other files')
    const copy = testDirectory(context)
    copyFileSync(file, join(copy, 'state.db'))
    const store = await opened({ directory: copy, sealer })
    context.after(() => store.close())
    assert.equal((await store.load('site'))?.resources.length, 3)
  })

  test('shows one moment, even if others write meanwhile', async (context) => {
    const directory = testDirectory(context)
    const writer = new Program(context, 'writer', directory, '0')
    const begun = new Set<string>()
    const done = new Set<string>()
    const read = async (lines: number): Promise<void> => {
      for (let line = 0; line < lines; line++) {
        const [what, id = ''] = ((await writer.line()) ?? '').split(' ')
        ;(what === 'begun' ? begun : done).add(id)
      }
    }
    await read(10)
    for (let round = 0; round < 8; round++) {
      const before = new Set(done)
      const file = join(directory, `backup-${round}`)
      await backupState(directory, file)
      const copy = testDirectory(context)
      await restoreState({ ...keeper(), sealer, directory: copy, source: file })
      const store = await opened({ directory: copy, access: 'read' })
      const state = await store.load('site')
      await store.close()
      const resources = new Set(state?.resources.map(({ name }) => name))
      for (const id of before) assert.ok(resources.has(id), `round ${round}: ${id} was done before`)
      // Each record is either an intent or a resource, never both and never half.
      for (const { id } of state?.intents ?? []) assert.equal(resources.has(id), false)
      await read(20)
    }
    writer.child.kill('SIGKILL')
    await writer.ended()
  })

  test('never replaces anything', async (context) => {
    const [directory, elsewhere] = [testDirectory(context), testDirectory(context)]
    await filledStore(directory, 1, sealer)
    const file = join(elsewhere, 'there')
    writeFileSync(file, 'mine')
    await assert.rejects(backupState(directory, file), { code: 'state/backup-exists' })
    assert.equal(readFileSync(file, 'utf8'), 'mine')
    symlinkSync(join(elsewhere, 'victim'), join(elsewhere, 'link'))
    await assert.rejects(backupState(directory, join(elsewhere, 'link')), { code: 'state/backup-exists' })
    assert.equal(existsSync(join(elsewhere, 'victim')), false)
    await assert.rejects(backupState(directory, join(elsewhere, 'none', 'x')), { code: 'state/backup-unwritable' })
    await assert.rejects(backupState(elsewhere, join(elsewhere, 'x')), { code: 'state/no-state' })
  })
})

describe('restoring a backup', () => {
  test('goes back to it, keeps the old files, and fences earlier holders of a lock', async (context) => {
    const [directory, elsewhere] = [testDirectory(context), testDirectory(context)]
    await filledStore(directory, 3, sealer)
    const file = join(elsewhere, 'backup')
    await backupState(directory, file)
    const waiting = await opened({ directory, sealer })
    context.after(() => waiting.close())
    const late = await takeLock(waiting, 'site')
    await waiting.commit(late, [{ kind: 'forget', resourceId: 'id-r0' }])
    await assert.rejects(restoreState({ ...keeper(), sealer, directory, source: file }), { code: 'state/in-use' })
    const { aside } = await restoreState({ ...keeper(() => true), sealer, directory, source: file })
    // An engine that had the state open before sees the restored content, and no longer holds a lock.
    assert.equal((await waiting.load('site'))?.resources.length, 3)
    await assert.rejects(waiting.commit(late, [{ kind: 'remove-instance' }]), { code: 'state/fenced' })
    const lease = await takeLock(waiting, 'site', 'run-2')
    assert.ok(lease.fence > late.fence)
    await waiting.commit(lease, [{ kind: 'resource', resource: sampleResource('new') }])
    assert.deepEqual(aside, [join(directory, 'state.db.replaced')])
    assert.deepEqual(await lookIntoBackup(aside[0] ?? ''), {
      instances: [{ name: 'site', resources: 2 }],
      keys: [sealer.keyId],
      unbound: 0,
    })
  })

  test('replaces a damaged, lost or missing state, without tricks', async (context) => {
    const [good, elsewhere] = [testDirectory(context), testDirectory(context)]
    await filledStore(good, 3, sealer)
    const source = join(elsewhere, 'backup')
    await backupState(good, source)
    const damages: Readonly<Record<string, (directory: string) => void>> = {
      'full of NUL': (directory) => writeFileSync(join(directory, 'state.db'), Buffer.alloc(8_192)),
      'an older copy': (directory) => copyFileSync(source, join(directory, 'state.db')),
      'gone, with its journal there': (directory) => {
        writeFileSync(join(directory, 'state.db-wal'), 'journal')
        writeFileSync(join(directory, 'state.db'), '')
      },
      missing: (directory) => mkdirSync(join(directory, 'unrelated')),
    }
    for (const [name, damage] of Object.entries(damages)) {
      const directory = join(testDirectory(context), 'state')
      if (name === 'missing') mkdirSync(directory)
      else {
        const store = await opened({ directory, sealer })
        await store.commit(await takeLock(store, 'shop'), [{ kind: 'instance', instance: sampleInstance('shop') }])
        await store.close()
      }
      damage(directory)
      await restoreState({ ...keeper(() => true), sealer, directory, source })
      const store = await opened({ directory, sealer })
      assert.equal((await store.load('site'))?.resources.length, 3, name)
      assert.deepEqual(await store.instances(), [{ name: 'site' }], name)
      await store.commit(await takeLock(store, 'site'), [{ kind: 'forget', resourceId: 'id-r0' }])
      await store.close()
      await (await opened({ directory, sealer, access: 'read' })).close()
    }
  })
})

describe('restoring a backup, killed anywhere', () => {
  for (const before of ['sound', 'damaged'] as const) {
    test(`leaves the old one, the new one, or a refusal: over a state that is ${before}`, async (context) => {
      const elsewhere = testDirectory(context)
      const backups = [join(elsewhere, 'first'), join(elsewhere, 'second')]
      for (const [index, file] of backups.entries()) {
        const made = testDirectory(context)
        await filledStore(made, 30 * (index + 1), sealer)
        await backupState(made, file)
      }
      const directory = testDirectory(context)
      await restoreState({ ...keeper(), sealer, directory, source: backups[0] ?? '' })
      for (let round = 0; round < 6; round++) {
        const program = new Program(context, 'restorer', directory, ...backups, before)
        for (let line = 0; line <= round % 4; line++) await program.line()
        // Interrupts in the middle of the work, a little later each time.
        for (let turn = 0; turn < round * 600; turn++) await new Promise((resolve) => setImmediate(resolve))
        program.child.kill('SIGKILL')
        await program.ended()
        const outcome = await resourcesIn(directory)
        assert.ok([30, 60, 'state/lost-commits', 'state/corrupt'].includes(outcome), `round ${round}: ${outcome}`)
        await restoreState({ ...keeper(() => true), sealer, directory, source: backups[1] ?? '' })
        assert.equal(await resourcesIn(directory), 60)
      }
    })
  }
})

describe('restoring from a file that is no backup', () => {
  test('refuses an incomplete state, and leaves everything as it is', async (context) => {
    const [directory, elsewhere] = [testDirectory(context), testDirectory(context)]
    await filledStore(directory, 3, sealer)
    const whole = join(elsewhere, 'whole')
    await backupState(directory, whole)
    const cases: Readonly<Record<string, Buffer>> = {
      cut: readFileSync(whole).subarray(0, -5_000),
      text: Buffer.from('not a backup'),
      empty: Buffer.alloc(0),
    }
    for (const [name, bytes] of Object.entries(cases)) writeFileSync(join(elsewhere, name), bytes)
    for (const source of [elsewhere, ...['none', ...Object.keys(cases)].map((name) => join(elsewhere, name))])
      await assert.rejects(restoreState({ ...keeper(), sealer, directory, source }), { code: 'state/no-backup' })
    assert.deepEqual(
      readdirSync(directory).filter((name) => !/^(\.gitignore|state\.db(-wal|-shm|-commits)?)$/.test(name)),
      [],
    )
    const store = await opened({ directory, sealer, access: 'read' })
    assert.equal((await store.load('site'))?.resources.length, 3)
    await store.close()
  })

  test('takes the state.db of a copied folder together with its journal', async (context) => {
    const [directory, copy, target] = [testDirectory(context), testDirectory(context), testDirectory(context)]
    await filledStore(directory, 1, sealer)
    const store = await opened({ directory, sealer })
    await store.commit(await takeLock(store, 'site'), [{ kind: 'resource', resource: sampleResource('new') }])
    for (const name of ['state.db', 'state.db-wal', 'state.db-commits'])
      copyFileSync(join(directory, name), join(copy, name))
    await store.close()
    await restoreState({ ...keeper(), sealer, directory: target, source: join(copy, 'state.db') })
    const restored = await opened({ directory: target, sealer })
    context.after(() => restored.close())
    assert.equal((await restored.load('site'))?.resources.length, 2)
  })
})

/** The number of resources, or the reason why it is unknown. */
async function resourcesIn(directory: string): Promise<number | string> {
  try {
    const store = await opened({ directory, sealer })
    try {
      return (await store.load('site'))?.resources.length ?? 'none'
    } finally {
      await store.close()
    }
  } catch (error) {
    return (error as { readonly code: string }).code
  }
}
