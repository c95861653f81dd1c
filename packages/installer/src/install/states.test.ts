import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { Failure } from '@slipway/model'
import { checkInstalled } from '../store/check-installed.ts'
import { realDisk } from '../store/disk.ts'
import { fakeEcosystem, type FakePlugin, wanted } from '../testing/fake-plugins.ts'
import type { InstallerParts } from './installer.ts'
import { treeText } from '../testing/disks/tree-text.ts'
import { type World, world } from '../testing/world.ts'

const random: FakePlugin = { name: 'random', version: '4.19.0' }
const folderName = 'resource-random-v4.19.0'
const markerName = `${folderName}.partial`

function partsThatFail(at: World, failing: () => boolean): Partial<InstallerParts> {
  const ecosystem = fakeEcosystem(at.plugins)
  return {
    ecosystems: [
      {
        ...ecosystem,
        needs: async () => ({
          plugins: [],
          sdks: [],
          dependencies: async () => {
            if (failing()) throw new Failure('install/dependencies', 'npm failed')
          },
        }),
      },
    ],
  }
}

describe('states', () => {
  test('--download-only stops at present, and the next install finishes without a download', async (t) => {
    const { installer, plugins, source, parts } = world(t, [random])
    const [only] = await installer.install([wanted('random@4.19.0')], { downloadOnly: true })
    assert.equal(only?.installed?.partial, 'it was only downloaded')
    assert.deepEqual(readdirSync(plugins), [folderName, markerName])
    await assert.rejects(checkInstalled(parts.store, join(plugins, folderName)), { code: 'install/partial' })
    const [outcome] = await installer.install([wanted('random@4.19.0')])
    assert.equal(outcome?.action, 'resumed')
    assert.deepEqual(readdirSync(plugins), [folderName])
    assert.equal(source.asked.filter((each) => each.startsWith('fetch')).length, 1)
  })

  test('the marker names the command that finishes the plugin', async (t) => {
    const { installer, plugins } = world(t, [random])
    await installer.install([wanted('random@4.19.0')], { downloadOnly: true })
    const [line] = readFileSync(join(plugins, markerName), 'utf8').split('\n')
    assert.equal(
      line,
      '# resource-random-v4.19.0 is present, but not installed. This finishes it: slipway plugin install pulumi:random@4.19.0',
    )
  })

  test('a plugin whose dependencies fail stays partial, and continues from there without a download', async (t) => {
    const at = world(t, [random])
    let isFailing = true
    const { installer, source } = world(t, [random], { root: at.root, parts: partsThatFail(at, () => isFailing) })
    const [failed] = await installer.install([wanted('random@4.19.0')])
    assert.equal(failed?.failure?.code, 'install/dependencies')
    assert.deepEqual(readdirSync(at.plugins), [folderName, markerName])
    isFailing = false
    const [outcome] = await installer.install([wanted('random@4.19.0')])
    assert.equal(outcome?.action, 'resumed')
    assert.deepEqual(readdirSync(at.plugins), [folderName])
    assert.equal(source.asked.filter((each) => each.startsWith('fetch')).length, 1)
  })

  test('the old one comes back when a later step of a reinstallation fails', async (t) => {
    const at = world(t, [random], { isSilent: true })
    await at.installer.install([wanted('random@4.19.0')])
    const before = treeText(at.plugins)
    const lockedTo = { form: wanted('random').form, version: '4.19.0' }
    rmSync(join(at.plugins, folderName, 'lib/readme.txt'))
    const { installer } = world(t, [random], { root: at.root, parts: partsThatFail(at, () => true) })
    const changed = treeText(at.plugins)
    const [failed] = await installer.install([lockedTo])
    assert.equal(failed?.failure?.code, 'install/dependencies')
    assert.equal(treeText(at.plugins), changed)
    const [mended] = await at.installer.install([lockedTo])
    assert.equal(mended?.action, 'installed')
    assert.equal(treeText(at.plugins), before)
  })

  test('a folder that another tool has marked as partial is installed anew', async (t) => {
    const { installer, plugins, parts } = world(t, [random])
    mkdirSync(join(plugins, folderName), { recursive: true })
    writeFileSync(join(plugins, folderName, 'half'), 'half')
    writeFileSync(join(plugins, markerName), '')
    await assert.rejects(checkInstalled(parts.store, join(plugins, folderName)), {
      code: 'install/partial',
      message: `${join(plugins, folderName)} is present, but not installed: its installation was not finished`,
    })
    const [outcome] = await installer.install([wanted('random@4.19.0')])
    assert.equal(outcome?.action, 'installed')
    assert.deepEqual(readdirSync(plugins), [folderName])
    assert.ok(!existsSync(join(plugins, folderName, 'half')))
  })

  test('a marker without a folder is removed', async (t) => {
    const { installer, plugins } = world(t, [random])
    mkdirSync(plugins)
    writeFileSync(join(plugins, markerName), '')
    const [outcome] = await installer.install([wanted('random@4.19.0')])
    assert.equal(outcome?.action, 'installed')
    assert.deepEqual(readdirSync(plugins), [folderName])
  })

  test('a forged marker cannot have files removed elsewhere', async (t) => {
    const { installer, plugins, parts, root } = world(t, [random])
    const folder = join(plugins, folderName)
    await installer.install([wanted('random@4.19.0')])
    const { record } = (await installer.list())[0] ?? assert.fail('nothing is installed')
    const [victim, precious] = [join(root, 'victim'), join(root, 'victim.partial')]
    mkdirSync(victim)
    writeFileSync(precious, 'precious')
    const made = { ...record, attempt: 'made up', place: { folder: victim, marker: precious }, laidAs: 'copies' }
    writeFileSync(join(plugins, markerName), `# made up\n${JSON.stringify(made)}\n`)
    await assert.rejects(checkInstalled(parts.store, folder), { code: 'install/partial' })
    const [outcome] = await installer.install([wanted('random@4.19.0')])
    assert.equal(outcome?.installed?.folder, folder)
    assert.equal(readFileSync(precious, 'utf8'), 'precious')
    assert.deepEqual(readdirSync(plugins), [folderName])
  })

  for (const laidAs of ['copies', 'links'])
    test(`a forged marker for its own place brings in no foreign files (${laidAs})`, async (t) => {
      const { installer, plugins, parts, source } = world(t, [random])
      const folder = join(plugins, folderName)
      await installer.install([wanted('random@4.19.0')])
      const { record } = (await installer.list())[0] ?? assert.fail('nothing is installed')
      const asked = source.asked.length
      writeFileSync(join(folder, 'bin/extra.js'), 'of a stranger')
      writeFileSync(
        join(plugins, markerName),
        `# made up\n${JSON.stringify({ ...record, attempt: 'made up', laidAs })}\n`,
      )
      const [outcome] = await installer.install([wanted('random@4.19.0')])
      assert.equal(outcome?.action, 'resumed')
      await checkInstalled(parts.store, folder)
      assert.ok(!existsSync(join(folder, 'bin/extra.js')))
      assert.deepEqual(
        source.asked.slice(asked).filter((each) => each.startsWith('fetch')),
        [],
      )
    })

  for (const forged of ['{"format":1}', '{"format":1,"place":{}}', 'null', '[]'])
    test(`a marker or a record that says ${forged} counts as another tool’s`, async (t) => {
      const { installer, plugins, parts } = world(t, [random])
      await installer.install([wanted('random@4.19.0')])
      const records = join(parts.store, 'installed')
      const file = readdirSync(records).find((name) => name.endsWith('.json')) ?? ''
      writeFileSync(join(records, file), forged)
      writeFileSync(join(plugins, markerName), `# made up\n${forged}\n`)
      assert.deepEqual(await installer.list(), [])
      await assert.rejects(checkInstalled(parts.store, join(plugins, folderName)), { code: 'install/partial' })
      const [outcome] = await installer.install([wanted('random@4.19.0')])
      assert.equal(outcome?.action, 'installed')
    })

  test('the name of a file cannot start a new line in a message', async (t) => {
    const { installer, plugins, parts } = world(t, [random])
    await installer.install([wanted('random@4.19.0')])
    const folder = join(plugins, folderName)
    writeFileSync(join(folder, 'a\nhint: do this'), '')
    await assert.rejects(checkInstalled(parts.store, folder), (error: Error) => !error.message.includes('\n'))
  })

  test('a link at the marker’s temporary place leads nowhere', async (t) => {
    const { installer, plugins, root } = world(t, [random])
    mkdirSync(plugins)
    for (const name of ['was', 'is-not-there']) {
      const target = join(root, name)
      if (name === 'was') writeFileSync(target, 'precious')
      rmSync(join(plugins, `.${folderName}.draft`), { force: true })
      symlinkSync(target, join(plugins, `.${folderName}.draft`))
      const [outcome] = await installer.install([wanted('random@4.19.0')], { exact: true })
      assert.notEqual(outcome?.action, 'failed')
      rmSync(join(plugins, folderName), { recursive: true })
    }
    assert.equal(readFileSync(join(root, 'was'), 'utf8'), 'precious')
    assert.ok(!existsSync(join(root, 'is-not-there')))
  })

  test('a plugin whose package has gone is partial again, and finished by bringing the package back', async (t) => {
    const { installer, plugins, parts } = world(t, [
      { name: 'a', version: '1.0.0', needs: ['b@1.0.0'] },
      { name: 'b', version: '1.0.0' },
    ])
    await installer.install([wanted('a@1.0.0')])
    rmSync(join(plugins, 'resource-b-v1.0.0'), { recursive: true })
    await assert.rejects(checkInstalled(parts.store, join(plugins, 'resource-a-v1.0.0')), {
      code: 'install/partial',
      message: /it needs .*resource-b-v1\.0\.0, which is no longer installed/,
    })
    const [outcome] = await installer.install([wanted('a@1.0.0')])
    assert.equal(outcome?.action, 'resumed')
    assert.deepEqual(readdirSync(plugins), ['resource-a-v1.0.0', 'resource-b-v1.0.0'])
    await checkInstalled(parts.store, join(plugins, 'resource-a-v1.0.0'))
  })

  test('a plugin that needs a generated SDK stays partial and says so, as long as nothing can make one', async (t) => {
    const { installer, plugins } = world(t, [{ ...random, sdks: ['aws@6.0.0'] }])
    const [outcome] = await installer.install([wanted('random@4.19.0')])
    assert.equal(outcome?.failure?.code, 'install/needs-sdk')
    assert.match(outcome.failure.message, /pulumi:random@4\.19\.0 needs a generated SDK for pulumi:aws@6\.0\.0/)
    assert.deepEqual(readdirSync(plugins), [folderName, markerName])
  })

  test('SDKs are made in files of their own, before the dependencies', async (t) => {
    const at = world(t, [{ ...random, sdks: ['aws@6.0.0'], hasDependencies: true }])
    const made: string[] = []
    const { installer } = world(t, [{ ...random, sdks: ['aws@6.0.0'], hasDependencies: true }], {
      root: at.root,
      parts: {
        sdks: {
          make: async ({ folder, packages }) => {
            made.push(`sdk of ${packages.length}, dependencies ${existsSync(join(folder, 'node_modules'))}`)
            writeFileSync(join(folder, 'lib/readme.txt'), 'changed by the SDK')
          },
        },
      },
    })
    const [outcome] = await installer.install([wanted('random@4.19.0')])
    assert.equal(outcome?.failure, undefined)
    assert.deepEqual(made, ['sdk of 1, dependencies false'])
    const tree = readdirSync(join(at.root, 'store/trees')).find((name) => /^[0-9a-f]{64}$/.test(name))
    assert.equal(readFileSync(join(at.root, 'store/trees', tree ?? '', 'lib/readme.txt'), 'utf8'), 'about random\n')
  })

  test('a path is copied to its place, and again when it has changed', async (t) => {
    const { installer, plugins, source } = world(t, [random], { as: 'folder' })
    const path = { form: { form: 'path', path: '/src/random' } } as const
    const actions: unknown[] = []
    for (const salt of ['first', 'first', 'second']) {
      source.plugins = [{ ...random, salt }]
      actions.push((await installer.install([path]))[0]?.action)
    }
    assert.deepEqual(actions, ['installed', 'present', 'installed'])
    assert.match(readFileSync(join(plugins, folderName, 'bin/run'), 'utf8'), /second/)
    assert.deepEqual(readdirSync(plugins), [folderName])
  })

  test('a plugin that cannot be removed is named, with its place', async (t) => {
    const { installer, plugins } = world(t, [random], {
      disk: {
        ...realDisk,
        rename: async (from) => Promise.reject(Object.assign(new Error(`EACCES: ${from}`), { code: 'EACCES' })),
      },
    })
    const at = world(t, [random], { root: join(plugins, '..') })
    await at.installer.install([wanted('random@4.19.0')])
    const [listed] = await installer.list()
    assert.ok(listed)
    await assert.rejects(installer.remove(listed.record), {
      code: 'install/disk',
      message: /pulumi:random@4\.19\.0 was not removed: /,
    })
  })
})
