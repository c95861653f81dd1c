/** The commands that choose versions and maintain installed plugins, with a local registry. Nothing is launched. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { platformOf } from '@slipway/installer'
import { PluginRegistry, type Published } from '@slipway/installer/testing'
import { describe, test } from '../cases.ts'
import { start } from '../ledger/command.ts'
import { tarGz } from './archive.ts'
import { arrived, partsBelow } from './arrived.ts'
import { installMachine, type InstallMachine } from './machine.ts'

const limit = { timeout: 240_000, concurrency: 2 }
const platform = platformOf()

interface Shop {
  readonly box: InstallMachine
  readonly registry: PluginRegistry
  readonly publish: (id: string, version: string, more?: Partial<Published>) => void
  /** Lines of the lock file about one plugin. */
  readonly locked: (id: string) => readonly string[]
}

/** A machine with the plugins of a registry. Their archives differ by version. */
async function shop(t: TestContext): Promise<Shop> {
  const box = installMachine(t)
  const registry = await PluginRegistry.start()
  t.after(() => registry.stop())
  box.settings(`plugins:\n  registries: { default: "${registry.server.url}" }\n`)
  const lock = join(box.folder, 'slipway.lock')
  return {
    box,
    registry,
    publish: (id, version, more) =>
      registry.publish({
        id,
        version,
        archives: { [platform]: tarGz({ plugin: `#!/bin/sh\n# ${id} ${version}\n` }) },
        ...more,
      }),
    locked: (id) =>
      readFileSync(lock, 'utf8')
        .split('\n')
        .filter((line) => line.startsWith(`${id} `)),
  }
}

/** A project that names two plugins, locked to the existing versions. */
async function lockedShop(t: TestContext): Promise<Shop> {
  const made = await shop(t)
  made.box.write(
    'app.blueprint.yaml',
    'version: 2025-11-02\nmetadata: { slipway: { plugins: { acme/signal: ^1.0, acme/other: ^1.0 } } }\n',
  )
  for (const id of ['acme/signal', 'acme/other']) made.publish(id, '1.0.0')
  assert.equal((await made.box.slipway('install')).code, 0)
  return made
}

describe('slipway plugin update', limit, () => {
  test('chooses one plugin again, and rewrites only its lock entry', async (t) => {
    const { box, publish, locked } = await lockedShop(t)
    const [signal, other] = [locked('acme/signal'), locked('acme/other')]
    for (const id of ['acme/signal', 'acme/other']) for (const version of ['1.1.0', '2.0.0']) publish(id, version)
    const frozen = await box.slipway('plugin update signal --frozen')
    assert.equal(frozen.code, 3, frozen.stderr)
    assert.match(frozen.stderr, /install\/frozen/)
    assert.deepEqual([locked('acme/signal'), locked('acme/other')], [signal, other])

    const [line, ...more] = await box.lines('plugin update signal')
    assert.deepEqual([line?.id, line?.version, line?.action, more], ['acme/signal', '1.1.0', 'installed', []])
    assert.deepEqual(locked('acme/other'), other)
    assert.ok(locked('acme/signal').every((each) => each.startsWith('acme/signal 1.1.0 ')))

    const all = await box.lines('plugin update')
    assert.deepEqual(
      all.map(({ id, version }) => [id, version]),
      [
        ['acme/signal', '1.1.0'],
        ['acme/other', '1.1.0'],
      ],
    )
    assert.equal((await box.slipway('plugin update --frozen')).code, 0)
    const unknown = await box.slipway('plugin update signla')
    assert.equal(unknown.code, 1)
    assert.match(unknown.stderr, /needs no plugin called signla[^]*did you mean/)
  })

  test('does what plugin outdated announced, which then lists nothing', async (t) => {
    const { box, publish, locked } = await lockedShop(t)
    assert.match((await box.slipway('plugin outdated')).stderr, /No newer versions/)
    publish('acme/signal', '1.1.0')
    publish('acme/signal', '2.0.0')
    publish('acme/signal', '3.0.0-rc.1')
    const before = locked('acme/signal')
    const outdated = await box.slipway('plugin outdated')
    assert.equal(outdated.code, 0, outdated.stderr)
    assert.match(outdated.stdout, /acme\/signal +1\.0\.0 +1\.1\.0 +2\.0\.0/)
    assert.doesNotMatch(outdated.stdout, /acme\/other/)
    assert.deepEqual(locked('acme/signal'), before)
    const { stdout } = await box.slipway('plugin outdated --json')
    const { descriptor, current, wanted, latest } = JSON.parse(stdout) as Record<string, string>
    assert.deepEqual([descriptor, current, wanted, latest], ['acme/signal', '1.0.0', '1.1.0', '2.0.0'])
    const offline = await box.slipway('plugin outdated --offline')
    assert.equal(offline.code, 1)
    assert.match(offline.stdout, /offline/)
  })
})

describe('slipway plugin install', limit, () => {
  test('does nothing if a version at least as high is installed, unless --exact', async (t) => {
    const { box, publish, registry } = await shop(t)
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) publish('acme/signal', version)
    assert.equal((await box.lines('plugin install acme/signal@1.1.0'))[0]?.action, 'installed')
    const asked = registry.server.requests.length
    for (const descriptor of ['acme/signal', 'acme/signal@1.0.0', 'acme/signal@^1.0']) {
      const [line] = await box.lines(`plugin install ${descriptor}`)
      assert.deepEqual([line?.version, line?.action], ['1.1.0', 'present'], descriptor)
    }
    assert.equal(registry.server.requests.length, asked)
    const [exact] = await box.lines('plugin install acme/signal@1.0.0 --exact')
    assert.deepEqual([exact?.version, exact?.action], ['1.0.0', 'installed'])
    const [higher] = await box.lines('plugin install acme/signal@1.2.0')
    assert.deepEqual([higher?.version, higher?.action], ['1.2.0', 'installed'])
  })

  test('offline uses what is on this machine, and names what is missing', async (t) => {
    const { box, publish, registry } = await lockedShop(t)
    publish('acme/more', '1.0.0')
    const asked = registry.server.requests.length
    const lines = await box.lines('install --offline')
    assert.deepEqual(
      lines.map(({ action }) => action),
      ['present', 'present'],
    )
    // Its archive is still in the store, and the lock file names it.
    assert.equal((await box.slipway('plugin remove acme/signal')).code, 0)
    const again = await box.lines('install --offline')
    assert.deepEqual(
      again.map(({ action }) => action),
      ['installed', 'present'],
      JSON.stringify(again),
    )
    const [missing] = await box.lines('plugin install acme/more@1.0.0 --offline')
    assert.deepEqual([missing?.action, missing?.error?.code], ['failed', 'install/offline'])
    assert.equal(registry.server.requests.length, asked)
  })

  test('--download-only stops after the download, and is finished without another', async (t) => {
    const { box, publish, registry } = await shop(t)
    publish('acme/signal', '1.0.0')
    const [present] = await box.lines('plugin install acme/signal@1.0.0 --download-only')
    assert.ok(existsSync(`${present?.path}.partial`))
    const archive = registry.archivePath({ id: 'acme/signal', version: '1.0.0' }, platform)
    assert.equal(registry.server.count(archive), 1)
    const [finished] = await box.lines('plugin install acme/signal@1.0.0')
    assert.equal(finished?.action, 'resumed')
    assert.equal(existsSync(`${present?.path}.partial`), false)
    assert.equal(registry.server.count(archive), 1)
  })

  test('leaves only a resumable download after Ctrl-C', async (t) => {
    const { box, publish, registry } = await shop(t)
    publish('acme/signal', '1.0.0')
    const archive = registry.archivePath({ id: 'acme/signal', version: '1.0.0' }, platform)
    const route = registry.server.routes.get(archive)
    registry.server.put(archive, { ...route, etag: '"1"', pace: { bytes: 2, milliseconds: 1000 } })
    const { child, ended } = start(box, ['plugin', 'install', 'acme/signal@1.0.0'])
    await arrived(box.home, 2)
    child.kill('SIGINT')
    const { code, stderr } = await ended
    assert.equal(code, 130, stderr)
    assert.match(stderr, /downloads are kept/)
    assert.equal(partsBelow(box.home).length, 1)
    assert.equal(existsSync(join(box.root, 'providers/acme')), false)
    assert.match((await box.slipway('plugin verify --json')).stdout, /^$/)
    assert.equal(existsSync(join(box.folder, 'slipway.lock')), false)
    if (route !== undefined) registry.server.put(archive, { ...route, etag: '"1"' })
    const [line] = await box.lines('plugin install acme/signal@1.0.0')
    assert.match(line?.action ?? '', /^(installed|resumed)$/)
    assert.deepEqual(partsBelow(box.home), [])
  })
})

describe('an installed plugin', limit, () => {
  test('has the same dependencies when it returns from the store without a server', async (t) => {
    const { box, publish } = await shop(t)
    publish('acme/base', '1.0.0')
    publish('acme/top', '1.0.0', { dependencies: { 'acme/base': '1.0.0' } })
    box.write('app.blueprint.yaml', 'version: 2025-11-02\nmetadata: { slipway: { plugins: { acme/top: ^1.0 } } }\n')
    assert.equal((await box.lines('install'))[0]?.action, 'installed')
    assert.equal((await box.slipway('plugin remove acme/top')).code, 0)
    assert.equal((await box.lines('install --offline'))[0]?.action, 'installed')
    assert.match((await box.slipway('plugin why acme/base')).stdout, /needed by acme\/top 1\.0\.0/)
  })

  test('is explained by its dependents, and pruned without any', async (t) => {
    const { box, publish } = await shop(t)
    publish('acme/base', '1.0.0')
    publish('acme/middle', '1.0.0', { dependencies: { 'acme/base': '1.0.0' } })
    publish('acme/top', '1.0.0', { dependencies: { 'acme/middle': '1.0.0' } })
    const [line] = await box.lines('plugin install acme/top')
    assert.equal(line?.action, 'installed', JSON.stringify(line))
    const why = await box.slipway('plugin why base top')
    assert.equal(
      why.stdout,
      'acme/base 1.0.0\n  needed by acme/middle 1.0.0, which is needed by acme/top 1.0.0\nacme/top 1.0.0: nothing here needs it\n',
    )
    const needed = await box.slipway('plugin remove acme/base')
    assert.equal(needed.code, 1)
    assert.match(needed.stderr, /acme\/base.* is needed by acme\/middle/)
    assert.match((await box.slipway('plugin prune')).stderr, /Removed 0 entries/)
    assert.equal((await box.slipway('plugin remove acme/top')).code, 0)
    const { stdout } = await box.slipway('plugin prune --json')
    assert.notEqual(stdout, '')
    // Dependencies of the other plugins are still there.
    assert.equal((await box.slipway('plugin verify')).code, 0)
  })
})
