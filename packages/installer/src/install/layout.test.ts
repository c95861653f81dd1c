import assert from 'node:assert/strict'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { Failure } from '@slipway/model'
import { checkInstalled, checkInstalledFile, listInstalled } from '../store/check-installed.ts'
import { Store } from '../store/store.ts'
import type { TreeList } from '../store/tree-list.ts'
import { fakeEcosystem, type FakePlugin, wanted } from '../testing/fake-plugins.ts'
import { world } from '../testing/world.ts'

const random: FakePlugin = { name: 'random', version: '4.19.0' }

function treesIn(root: string): readonly string[] {
  const trees = join(root, 'store/trees')
  return readdirSync(trees)
    .filter((name) => /^[0-9a-f]{64}$/.test(name))
    .map((name) => join(trees, name))
}

/** Returns the paths of the files whose contents a check reads. */
async function contentsRead(store: string, folder: string): Promise<string> {
  const { records } = new Store(store)
  const listed = (): TreeList | undefined => {
    const record = records.at(folder)
    return record === undefined ? undefined : records.list(record)
  }
  const noted = listed()
  const state = await new Store(store).look({ folder, marker: `${folder}.partial` })
  const now = listed()
  return `${state.as} ${JSON.stringify(noted) === JSON.stringify(now) ? 'as noted' : 'noted anew'}`
}

describe('layouts', () => {
  test('of binaries are read-only hard links to the store', async (t) => {
    const { installer, root } = world(t, [random])
    const [outcome] = await installer.install([wanted('random@4.19.0')])
    const folder = outcome?.installed?.folder ?? ''
    const [tree = ''] = treesIn(root)
    for (const [file, mode] of [
      ['bin/run', 0o555],
      ['lib/readme.txt', 0o444],
    ] as const) {
      assert.equal(statSync(join(folder, file)).ino, statSync(join(tree, file)).ino)
      assert.equal(lstatSync(join(folder, file)).mode & 0o777, mode)
    }
  })

  test('of sources are files of their own, never links', async (t) => {
    const { installer, root } = world(t, [{ ...random, isSources: true, hasDependencies: true }])
    const [outcome] = await installer.install([wanted('random@4.19.0')])
    const folder = outcome?.installed?.folder ?? ''
    assert.ok(existsSync(join(folder, 'node_modules/dep/index.js')))
    const [tree = ''] = treesIn(root)
    assert.ok(!existsSync(join(tree, 'node_modules')))
    assert.notEqual(statSync(join(folder, 'lib/readme.txt')).ino, statSync(join(tree, 'lib/readme.txt')).ino)
    assert.ok(lstatSync(join(folder, 'lib/readme.txt')).isFile())
  })

  test('of binaries whose own dependencies are installed become copies first', async (t) => {
    const { installer, root } = world(t, [{ ...random, hasDependencies: true }])
    const [outcome] = await installer.install([wanted('random@4.19.0')])
    const [tree = ''] = treesIn(root)
    const file = join(outcome?.installed?.folder ?? '', 'bin/run')
    assert.notEqual(statSync(file).ino, statSync(join(tree, 'bin/run')).ino)
  })

  test('on another file system are read-only copies', { skip: !existsSync('/dev/shm') }, async (t) => {
    const elsewhere = mkdtempSync('/dev/shm/slipway-installer-')
    t.after(() => rmSync(elsewhere, { recursive: true, force: true }))
    const { installer } = world(t, [random], { parts: { ecosystems: [fakeEcosystem(join(elsewhere, 'plugins'))] } })
    const [outcome] = await installer.install([wanted('random@4.19.0')])
    assert.equal(outcome?.action, 'installed')
    const file = join(elsewhere, 'plugins/resource-random-v4.19.0/bin/run')
    assert.equal(lstatSync(file).mode & 0o777, 0o555)
    assert.equal(lstatSync(file).nlink, 1)
  })

  test('give files the names that the ecosystem asks for', async (t) => {
    const root = world(t, []).root
    const ecosystem = fakeEcosystem(join(root, 'plugins'))
    const { installer, parts } = world(t, [random], {
      root,
      parts: {
        ecosystems: [
          {
            ...ecosystem,
            recognise: (folder, hint) => {
              const identity = ecosystem.recognise(folder, hint)
              return identity === undefined ? undefined : { ...identity, renamed: { 'bin/run': 'plugin' } }
            },
          },
        ],
      },
    })
    const [outcome] = await installer.install([wanted('random@4.19.0')])
    const folder = outcome?.installed?.folder ?? ''
    assert.ok(statSync(join(folder, 'plugin')).isFile())
    assert.equal((await checkInstalled(parts.store, folder))?.identity.name, 'random')
  })
})

async function installed(t: TestContext): Promise<{ root: string; store: string; folder: string }> {
  const { installer, root, parts } = world(t, [random])
  const [outcome] = await installer.install([wanted('random@4.19.0')])
  return { root, store: parts.store, folder: outcome?.installed?.folder ?? '' }
}

describe('the check at launch', () => {
  test('reads no contents while stat is unchanged, also after other layouts were linked to the same files', async (t) => {
    const { root, store, folder } = await installed(t)
    assert.equal(await contentsRead(store, folder), 'installed as noted')
    const other = world(t, [random], { root, origin: 'other.example.com' })
    const [linked] = await other.installer.install([wanted('random@4.19.0')])
    assert.equal(statSync(join(folder, 'bin/run')).ino, statSync(join(linked?.installed?.folder ?? '', 'bin/run')).ino)
    assert.equal(await contentsRead(store, folder), 'installed as noted')
    await other.installer.remove((await checkInstalled(store, linked?.installed?.folder ?? '')) ?? assert.fail())
    assert.equal(await contentsRead(store, folder), 'installed as noted')
  })

  test('reads the contents when only a time differs, and records it', async (t) => {
    const { store, folder } = await installed(t)
    utimesSync(join(folder, 'lib/readme.txt'), 1, 1)
    assert.equal((await checkInstalled(store, folder))?.identity.name, 'random')
    assert.equal(await contentsRead(store, folder), 'installed as noted')
  })

  for (const [what, change] of [
    ['a changed file', (folder: string) => appendFileSync(writable(join(folder, 'bin/run')), 'evil')],
    ['a replaced file', (folder: string) => replace(join(folder, 'bin/run'), 'evil')],
    ['an added file', (folder: string) => writeFileSync(join(folder, 'lib/evil.so'), '')],
    ['a removed file', (folder: string) => rmSync(join(folder, 'lib/readme.txt'))],
    ['a permission', (folder: string) => chmodSync(join(folder, 'lib/readme.txt'), 0o777)],
  ] as const) {
    test(`${what} is refused, and the next install mends it`, async (t) => {
      const { root, store, folder } = await installed(t)
      change(folder)
      await assert.rejects(checkInstalled(store, folder), (error: unknown) => {
        assert.ok(error instanceof Failure)
        assert.equal(error.code, 'install/changed')
        assert.equal(error.hint, 'slipway plugin install pulumi:random@4.19.0')
        return true
      })
      const { installer } = world(t, [random], { root })
      const [outcome] = await installer.install([wanted('random@4.19.0')])
      assert.equal(outcome?.action, 'installed')
      await checkInstalled(store, folder)
      assert.match(readFileSync(join(folder, 'bin/run'), 'utf8'), /^#!\/bin\/sh\necho random \n$/)
    })
  }

  test('finds the plugin of a program', async (t) => {
    const { store, folder } = await installed(t)
    assert.equal((await checkInstalledFile(store, join(folder, 'bin/run')))?.identity.name, 'random')
    appendFileSync(writable(join(folder, 'bin/run')), 'evil')
    await assert.rejects(checkInstalledFile(store, join(folder, 'bin/run')), { code: 'install/changed' })
  })

  test('a plugin without a record was placed by hand', async (t) => {
    const { root, store } = await installed(t)
    writeFileSync(join(root, 'by-hand'), '')
    assert.equal(await checkInstalled(store, join(root, 'by-hand')), undefined)
  })
})

describe('the store', () => {
  test('a damaged archive is not used, but downloaded again', async (t) => {
    const { root, folder } = await installed(t)
    rmSync(folder, { recursive: true })
    rmSync(join(root, 'store/trees'), { recursive: true })
    const archive = readdirSync(join(root, 'store/archives')).find((name) => !name.endsWith('.json')) ?? ''
    replace(join(root, 'store/archives', archive), 'damaged')
    const { installer, source } = world(t, [random], { root })
    assert.equal((await installer.install([wanted('random@4.19.0')]))[0]?.action, 'installed')
    assert.ok(source.asked.includes('fetch random@4.19.0'))
  })

  test('a changed tree is not used, but unpacked again', async (t) => {
    const { root, folder } = await installed(t)
    rmSync(folder, { recursive: true })
    const [tree = ''] = treesIn(root)
    replace(join(tree, 'bin/run'), 'evil')
    const { installer, source } = world(t, [random], { root })
    await installer.install([wanted('random@4.19.0')])
    assert.match(readFileSync(join(folder, 'bin/run'), 'utf8'), /echo random/)
    assert.ok(!source.asked.includes('fetch random@4.19.0'))
  })

  test('prune removes only unneeded files', async (t) => {
    const { installer, root, parts } = world(t, [random, { name: 'other', version: '1.0.0' }])
    await installer.install([wanted('random@4.19.0'), wanted('other@1.0.0')])
    assert.deepEqual(await installer.prune(), [])
    await installer.remove((await installer.list())[0]?.record ?? assert.fail())
    const trial = await installer.prune({ isTrial: true })
    assert.deepEqual(await installer.prune(), trial)
    assert.equal(trial.length, 4)
    assert.equal(treesIn(root).length, 1)
    const [left] = await listInstalled(parts.store)
    assert.equal(left?.record.identity.name, 'random')
    assert.equal(left.problem, undefined)
  })

  test('a plugin that another one needs is not removed', async (t) => {
    const { installer } = world(t, [
      { name: 'a', version: '1.0.0', needs: ['b@1.0.0'] },
      { name: 'b', version: '1.0.0' },
    ])
    await installer.install([wanted('a@1.0.0')])
    const b = (await installer.list()).find(({ record }) => record.identity.name === 'b')
    await assert.rejects(installer.remove(b?.record ?? assert.fail()), {
      code: 'install/still-needed',
      message: 'pulumi:b@1.0.0 is needed by pulumi:a@1.0.0',
    })
  })
})

function writable(file: string): string {
  chmodSync(file, 0o755)
  return file
}

function replace(file: string, text: string): void {
  rmSync(file)
  writeFileSync(file, text, { mode: 0o555 })
}
