import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { Secret, valueMap } from '@slipway/model'
import type { InstanceState } from '../../records.ts'
import { keyFileSealer, unsealWithAny, type Unsealer } from '../../seal/index.ts'
import { quickPassphraseSealer } from '../../seal/testing.ts'
import { sampleInstance, sampleIntent, sampleRun, takeLock } from '../../testing.ts'
import { filledStore, opened, Program, testDirectory } from '../testing.ts'
import { resealState } from './reseal.ts'
import { keeper } from './testing.ts'

const former = quickPassphraseSealer('former')

/** Called before it is known that everything opens, or when nothing is sealed: must not happen. */
function noKey(): never {
  assert.fail('no key is needed')
}

const noUnsealer: Unsealer = { unseal: noKey, unsealUnbound: noKey }

async function loaded(directory: string, sealer = former): Promise<InstanceState | undefined> {
  const store = await opened({ directory, sealer, access: 'read' })
  try {
    return await store.load('site')
  } finally {
    await store.close()
  }
}

describe('sealing anew', () => {
  test('changes the key of every secret, and nothing else', async (context) => {
    const directory = testDirectory(context)
    await filledStore(directory, 3, former)
    const store = await opened({ directory, sealer: former })
    const lease = await takeLock(store, 'site')
    const exports = valueMap([['token', new Secret('t')]])
    await store.commit(lease, [
      { kind: 'instance', instance: sampleInstance('site', { exports }) },
      { kind: 'begin', intent: sampleIntent('i') },
      { kind: 'run', run: sampleRun('r', { notes: new Secret('n') }) },
    ])
    await store.unlock(lease)
    await store.close()
    const before = await loaded(directory)
    const later = quickPassphraseSealer('later')
    const report = await resealState({
      ...keeper(),
      directory,
      unsealer: former,
      to: (from) => {
        assert.deepEqual(from, [former.keyId])
        return later
      },
    })
    assert.deepEqual(report, { records: 6, secrets: 6, from: [former.keyId], to: later.keyId, isSwept: true })
    assert.deepEqual(await loaded(directory, quickPassphraseSealer('later')), before)
    await assert.rejects(loaded(directory, quickPassphraseSealer('former')), { code: 'state/wrong-key' })
    for (const name of readdirSync(directory))
      assert.equal(
        readFileSync(join(directory, name)).includes(former.keyId),
        false,
        `${name} holds what was sealed before`,
      )
  })

  test('does nothing without secrets, and makes no key', async (context) => {
    const directory = testDirectory(context)
    await filledStore(directory, 0, former)
    const request = { ...keeper(), directory, unsealer: noUnsealer, to: noKey }
    assert.deepEqual(await resealState(request), { records: 0, secrets: 0, from: [], isSwept: true })
  })

  test('changes nothing when a text does not open, is damaged, or the state is in use', async (context) => {
    const directory = testDirectory(context)
    await filledStore(directory, 2, former)
    const before = await loaded(directory)
    const other = quickPassphraseSealer('other')
    const request = { ...keeper(), directory, unsealer: other, to: noKey }
    await assert.rejects(resealState(request), { code: 'state/wrong-key' })
    const store = await opened({ directory, sealer: former })
    const lease = await takeLock(store, 'site')
    await assert.rejects(resealState(request), { code: 'state/in-use' })
    await store.unlock(lease)
    await store.close()
    assert.deepEqual(await loaded(directory), before)
  })

  test('that is killed at any moment leaves all sealed with one key or all with the other', async (context) => {
    const directory = testDirectory(context)
    const [config, second] = [join(directory, 'config'), quickPassphraseSealer('second')]
    const first = keyFileSealer(config)
    await filledStore(directory, 200, first)
    const before = await loaded(directory, first)
    for (let round = 0; round < 6; round++) {
      const program = new Program(context, 'resealer', directory, config)
      for (let line = 0; line <= round; line++) await program.line()
      program.child.kill('SIGKILL')
      await program.ended()
      const store = await opened({
        directory,
        sealer: { keyId: '', seal: String, ...unsealWithAny(second, first) },
      })
      assert.deepEqual(await store.load('site'), before)
      const keys = new Set<string>()
      const watching = await opened({
        directory,
        access: 'read',
        sealer: {
          keyId: '',
          seal: String,
          unseal: (sealed) => {
            keys.add(sealed.split(':')[1] ?? '')
            return 'null'
          },
          unsealUnbound: noKey,
        },
      })
      await watching.load('site')
      await watching.close()
      await store.close()
      assert.equal(keys.size, 1, [...keys].join())
    }
  })
})
