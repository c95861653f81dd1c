/** Plugins that a command lacks, from a local registry, and folders of strangers: through the command line. */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { platformOf } from '@slipway/installer'
import { PluginRegistry } from '@slipway/installer/testing'
import { describe, test } from '../cases.ts'
import { command } from '../faulty/sandbox.ts'
import { start } from '../ledger/command.ts'
import { tarGz } from './archive.ts'
import { arrived, partsBelow } from './arrived.ts'
import { installMachine, type InstallMachine } from './machine.ts'

const limit = { timeout: 240_000, concurrency: 2 }

const blueprint = `version: 2025-11-02
metadata:
  slipway:
    plugins: { acme/signal: ^1.0 }
resources:
  light: { type: signal/thing }
`

async function registryFor(t: TestContext, ...boxes: readonly InstallMachine[]): Promise<PluginRegistry> {
  const registry = await PluginRegistry.start()
  t.after(() => registry.server.stop())
  const plugin = `#!/bin/sh\n${command('good', 'acme/signal')}\n`
  registry.publish({ id: 'acme/signal', version: '1.2.0', archives: { [platformOf()]: tarGz({ plugin }) } })
  for (const { home } of boxes) {
    mkdirSync(join(home, '.config/slipway'), { recursive: true })
    const text = `plugins:\n  registries: { default: "${registry.server.url}" }\n`
    writeFileSync(join(home, '.config/slipway/slipway.config.yaml'), text)
  }
  return registry
}

describe('a missing plugin', limit, () => {
  test('is installed by up --install, and the lock file gives another user the same bytes', async (t) => {
    const [one, two] = [installMachine(t), installMachine(t)]
    const registry = await registryFor(t, one, two)
    one.write('app.blueprint.yaml', blueprint)
    const asked = await one.slipway('up --yes')
    assert.equal(asked.code, 1)
    assert.match(
      asked.stderr,
      /slipway plugin install .*acme\/signal.* installs it, and slipway install installs everything/,
    )
    assert.match(asked.stderr, /--install/)
    assert.equal(registry.server.requests.length, 0)
    const up = await one.slipway('up --install --yes')
    assert.equal(up.code, 0, up.stderr)
    const lock = readFileSync(join(one.folder, 'slipway.lock'), 'utf8')
    two.write('app.blueprint.yaml', blueprint)
    two.write('slipway.lock', lock)
    const [line] = await two.lines('install --frozen')
    assert.equal(line?.action, 'installed', JSON.stringify(line))
    assert.match(lock, new RegExp(line?.sha256 ?? 'none'))
    assert.equal((await two.slipway('up --yes')).code, 0)
    for (const box of [one, two]) assert.equal((await box.slipway('destroy --yes')).code, 0)
  })

  test('is installed by schema --install, and two names of one plugin are one', async (t) => {
    const box = installMachine(t)
    const registry = await registryFor(t, box)
    box.write('app.blueprint.yaml', blueprint)
    box.write('slipway.config.yaml', 'plugins: { pin: { acme/signal: 1.2.0 } }\n')
    const without = await box.slipway('schema')
    assert.doesNotMatch(without.stdout, /signal\/thing/)
    assert.equal(registry.server.requests.length, 0)
    const schema = await box.slipway('schema --install')
    assert.equal(schema.code, 0, schema.stderr)
    assert.match(schema.stdout, /signal\/thing/)
    // The blueprint wants ^1.0, and the settings want 1.2.0.
    const lines = await box.lines('install')
    assert.deepEqual(
      lines.map(({ descriptor, action }) => [descriptor, action]),
      [['acme/signal@1.2.0', 'present']],
    )
  })

  test('is not installed after Ctrl-C, and the download is kept', async (t) => {
    const box = installMachine(t)
    const registry = await registryFor(t, box)
    box.write('app.blueprint.yaml', blueprint)
    const archive = registry.archivePath({ id: 'acme/signal', version: '1.2.0' }, platformOf())
    const route = registry.server.routes.get(archive) ?? {}
    registry.server.put(archive, { ...route, etag: '"1"', pace: { bytes: 2, milliseconds: 1000 } })
    const { child, ended } = start(box, ['up', '--install', '--yes'])
    await arrived(box.home, 2)
    child.kill('SIGINT')
    const { code, stderr } = await ended
    assert.equal(code, 130, stderr)
    assert.equal(partsBelow(box.home).length, 1)
    assert.equal(existsSync(join(box.root, 'providers/acme')), false)
  })

  test('that no file names is reported with possible descriptors', async (t) => {
    const box = installMachine(t)
    box.write('app.blueprint.yaml', 'version: 2025-11-02\nresources:\n  bucket: { type: aws/bucket }\n')
    const plan = await box.slipway('plan')
    assert.equal(plan.code, 1)
    assert.match(plan.stderr, /no provider for "aws" is installed[^]*slipway plugin install celerity\/aws/)
  })
})

describe('a folder that is not trusted', limit, () => {
  const untrusting = { SLIPWAY_TRUST: '' }

  test('gets nothing installed or started, even with --install, and cannot choose sources', async (t) => {
    const box = installMachine(t)
    const registry = await registryFor(t, box)
    const mark = join(box.home, 'ran')
    box.program('trap', `#!/bin/sh\ntouch ${mark}\n`)
    box.write('app.blueprint.yaml', blueprint)
    box.write('slipway.lock', 'whatever this says\n')
    box.write(
      'slipway.config.yaml',
      `plugins:\n  install: always\n  registries: { default: "${registry.server.url}" }\n  pin: { acme/signal: 1.2.0 }\n`,
    )
    const lines = ['install', 'up --install --yes', 'plan --install', 'plugin update']
    for (const line of [...lines, 'import light x --install']) {
      const { code, stderr } = await box.slipway(line, untrusting)
      assert.equal(code, 1, `${line}: ${stderr}`)
      assert.doesNotMatch(stderr, /this is a bug/, line)
    }
    // These commands have nothing to do, or do not need the plugin.
    for (const line of ['refresh --install', 'destroy --install --yes', 'schema --install'])
      assert.equal((await box.slipway(line, untrusting)).code, 0, line)
    assert.equal(registry.server.requests.length, 0)
    assert.equal(existsSync(mark), false)
    assert.equal(existsSync(join(box.root, 'providers/acme')), false)
  })

  test('does not prevent its user from installing a plugin by name', async (t) => {
    const box = installMachine(t)
    await registryFor(t, box)
    box.write('app.blueprint.yaml', blueprint)
    const { stdout, stderr } = await box.slipway('plugin install acme/signal@1.2.0 --json', untrusting)
    assert.match(stdout, /"action":"installed"/, stderr)
    assert.equal(existsSync(join(box.folder, 'slipway.lock')), false)
  })
})
