import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { openLock } from '../lock/open-lock.ts'
import { fakeEcosystem, type FakePlugin, wanted } from '../testing/fake-plugins.ts'
import { type World, world } from '../testing/world.ts'

const random: FakePlugin = { name: 'random', version: '4.19.0' }

/** Returns parts of the installer with plugins whose content does not reveal their kind. */
function partsThatAskForKind({ plugins }: World): Partial<World['parts']> {
  const fake = fakeEcosystem(plugins)
  return {
    ecosystems: [{ ...fake, recognise: (folder, hint) => (hint.kind && fake.recognise(folder, hint)) || undefined }],
  }
}

describe('installing again', () => {
  test('a removed plugin comes back from the store, as the kind that its registry has named', async (t) => {
    const { root, ...at } = world(t, [random])
    const { installer, source } = world(t, [random], {
      root,
      kind: 'provider',
      parts: partsThatAskForKind({ root, ...at }),
    })
    const lock = openLock(join(root, 'slipway.lock'))
    await installer.install([wanted('random')], { lock })
    for (const { record } of await installer.list()) await installer.remove(record)
    source.asked.length = 0
    const [outcome] = await installer.install([wanted('random')], { lock })
    assert.equal(outcome?.action, 'installed', outcome?.failure?.message)
    assert.deepEqual(source.asked, [])
  })

  test('a range that the locked version no longer fits leaves one entry in the lock file', async (t) => {
    const { installer, root } = world(t, [random, { ...random, version: '5.0.0' }])
    const file = join(root, 'slipway.lock')
    for (const asked of ['random@^4.0.0', 'random@^5.0.0']) {
      const [outcome] = await installer.install([wanted(asked)], { lock: openLock(file) })
      assert.equal(outcome?.action, 'installed', outcome?.failure?.message)
    }
    assert.deepEqual(
      openLock(file).entries.map(({ version, asked }) => [version, asked]),
      [['5.0.0', '^5.0.0']],
    )
  })

  test('a plugin in an unused place is installed in a used one', async (t) => {
    const before = world(t, [random])
    await before.installer.install([wanted('random')])
    const elsewhere = join(before.root, 'elsewhere')
    const { installer } = world(t, [random], { root: before.root, parts: { ecosystems: [fakeEcosystem(elsewhere)] } })
    const [outcome] = await installer.install([wanted('random')])
    assert.deepEqual(
      [outcome?.action, outcome?.installed?.folder],
      ['installed', join(elsewhere, 'resource-random-v4.19.0')],
    )
  })
})
