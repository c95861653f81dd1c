import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { checkInstalled } from '../store/check-installed.ts'
import { archiveOf, type FakePlugin, filesOf, sha256, wanted, writeFiles } from '../testing/fake-plugins.ts'
import { memoryLock, world } from '../testing/world.ts'

const random: FakePlugin = { name: 'random', version: '4.19.0' }
const folderName = 'resource-random-v4.19.0'

function lockedTo(plugin: FakePlugin, origin: string): ReturnType<typeof memoryLock> {
  const bytes = archiveOf(filesOf(plugin))
  return memoryLock([
    {
      descriptor: 'pulumi:random',
      asked: '4.19.0',
      version: '4.19.0',
      origin,
      platforms: { 'linux-amd64': { sha256: sha256(bytes), size: bytes.length } },
      isPartial: true,
    },
  ])
}

function runOf(folder: string | undefined): string {
  return readFileSync(join(folder ?? '', 'bin/run'), 'utf8')
}

describe('the same name and version from two places', () => {
  test('two projects have two contents, and neither replaces the other', async (t) => {
    const ours = world(t, [{ ...random, salt: 'ours' }], { origin: 'ours.example.com' })
    const theirs = world(t, [{ ...random, salt: 'theirs' }], { origin: 'theirs.example.com', root: ours.root })
    const [first] = await ours.installer.install([wanted('random@4.19.0')])
    const [second] = await theirs.installer.install([wanted('random@4.19.0')])
    assert.equal(second?.action, 'installed')
    assert.ok(second.installed?.folder.startsWith(join(ours.root, 'home/apart/')), second.installed?.folder)
    assert.deepEqual([first?.installed?.isApart, second.installed?.isApart], [undefined, true])
    assert.match(runOf(first?.installed?.folder), /ours/)
    assert.match(runOf(second.installed?.folder), /theirs/)
    for (const each of [ours, theirs, ours]) {
      const asked = each.source.asked.length
      const [again] = await each.installer.install([wanted('random@4.19.0')])
      assert.equal(again?.action, 'present')
      assert.equal(again.installed?.origin, each.parts.sources[0]?.origin(wanted('random')))
      assert.equal(each.source.asked.length, asked)
      await checkInstalled(each.parts.store, again.installed?.folder ?? '')
    }
  })

  test('a lock file cannot pass bytes of another place for those of this one', async (t) => {
    const theirs = world(t, [{ ...random, salt: 'theirs' }], { origin: 'theirs.example.com' })
    const ours = world(t, [{ ...random, salt: 'ours' }], { origin: 'ours.example.com', root: theirs.root })
    await theirs.installer.install([wanted('random@4.19.0')])
    const lock = lockedTo({ ...random, salt: 'theirs' }, 'ours.example.com')
    const [claimed] = await ours.installer.install([wanted('random@4.19.0')], { lock })
    assert.equal(claimed?.action, 'failed')
    const [first] = await ours.installer.install([wanted('random@4.19.0')])
    assert.match(runOf(first?.installed?.folder), /ours/)
  })

  test('other bytes that the lock file pins are installed beside those of the same source', async (t) => {
    const old = world(t, [{ ...random, salt: 'old' }])
    const republished = world(t, [{ ...random, salt: 'new' }], { root: old.root })
    const [first] = await old.installer.install([wanted('random@4.19.0')])
    const lock = lockedTo({ ...random, salt: 'new' }, 'fake.example.com')
    const [second] = await republished.installer.install([wanted('random@4.19.0')], { lock })
    assert.notEqual(second?.installed?.folder, first?.installed?.folder)
    assert.match(runOf(first?.installed?.folder), /old/)
    assert.match(runOf(second?.installed?.folder), /new/)
    const pinned = lockedTo({ ...random, salt: 'old' }, 'fake.example.com')
    const [third] = await republished.installer.install([wanted('random@4.19.0')], { lock: pinned })
    assert.deepEqual([third?.action, third?.installed?.folder], ['present', first?.installed?.folder])
  })

  test('a plugin placed by hand is neither replaced nor mistaken for another', async (t) => {
    const { installer, plugins } = world(t, [random])
    const folder = join(plugins, folderName)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'mine'), 'mine')
    const [outcome] = await installer.install([wanted('random@4.19.0')])
    assert.equal(outcome?.action, 'installed')
    assert.notEqual(outcome.installed?.folder, folder)
    assert.deepEqual(readdirSync(folder), ['mine'])
  })

  test('a plugin placed by hand that is identical to the byte is accepted as it is', async (t) => {
    const { installer, plugins, parts } = world(t, [random])
    const folder = join(plugins, folderName)
    writeFiles(folder, filesOf(random))
    const [outcome] = await installer.install([wanted('random@4.19.0')])
    assert.equal(outcome?.installed?.folder, folder)
    assert.ok(!existsSync(`${folder}.partial`))
    assert.equal((await checkInstalled(parts.store, folder))?.origin, 'fake.example.com')
  })
})

describe('the lock file', () => {
  test('bytes other than the lock’s are refused, and not found again', async (t) => {
    const { installer, root, plugins } = world(t, [{ ...random, salt: 'evil' }], { isSilent: true })
    const lock = lockedTo(random, 'fake.example.com')
    const [outcome] = await installer.install([wanted('random@4.19.0')], { lock })
    assert.equal(outcome?.failure?.code, 'install/checksum')
    assert.ok(!existsSync(plugins))
    assert.deepEqual(readdirSync(join(root, 'store/archives')), [])
    assert.deepEqual(readdirSync(join(root, 'store/downloads')), [])
  })

  test('a source that announces other bytes than the lock is not even asked for them', async (t) => {
    const { installer, source } = world(t, [{ ...random, salt: 'evil' }])
    const lock = lockedTo(random, 'fake.example.com')
    const [outcome] = await installer.install([wanted('random@4.19.0')], { lock })
    assert.equal(outcome?.failure?.code, 'install/checksum')
    assert.deepEqual(source.asked, ['offer random@4.19.0'])
  })

  test('a locked plugin in the store is installed without asking anybody', async (t) => {
    const first = world(t, [random])
    const lock = memoryLock()
    await first.installer.install([wanted('random')], { lock })
    assert.equal(lock.saves, 1)
    const second = world(t, [], {
      root: first.root,
      parts: { home: join(first.root, 'other-home') },
    })
    await first.installer.remove((await first.installer.list())[0]?.record ?? assert.fail())
    const [outcome] = await second.installer.install([wanted('random')], { lock })
    assert.equal(outcome?.action, 'installed')
    assert.equal(outcome.installed?.level, 'lock')
    assert.deepEqual(second.source.asked, [])
  })

  test('--frozen refuses an unlocked plugin, before any download', async (t) => {
    const { installer, source } = world(t, [random])
    const lock = memoryLock()
    const [outcome] = await installer.install([wanted('random@4.19.0')], { lock, frozen: true })
    assert.equal(outcome?.failure?.code, 'install/frozen')
    assert.ok(!source.asked.some((each) => each.startsWith('fetch')))
    assert.equal(lock.saves, 0)
  })

  test('checksums of the descriptor count like those of a lock', async (t) => {
    const { installer } = world(t, [random])
    const [outcome] = await installer.install([
      { ...wanted('random@4.19.0'), checksums: { 'linux-amd64': '0'.repeat(64) } },
    ])
    assert.equal(outcome?.failure?.code, 'install/checksum')
    assert.match(outcome.failure.message, /checksum of the descriptor/)
    // A checksum for another platform says nothing about this one.
    const checksums = { 'darwin-arm64': '0'.repeat(64) }
    const [other] = await installer.install([{ ...wanted('random@4.19.0'), checksums }])
    assert.equal(other?.action, 'installed')
  })
})
