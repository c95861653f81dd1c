/** Installed plugins can be listed, shown and removed through the command line. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { platformOf } from '@slipway/installer'
import { PluginRegistry } from '@slipway/installer/testing'
import { describe, test } from '../cases.ts'
import { command } from '../faulty/sandbox.ts'
import { tarGz } from './archive.ts'
import { installMachine, type InstallMachine } from './machine.ts'

const limit = { timeout: 240_000, concurrency: 2 }
const script = `#!/bin/sh\n${command('good', 'acme/signal')}\n`

interface Listed {
  readonly plugins: readonly { readonly id: string; readonly version: string; readonly level?: string }[]
  readonly problems: readonly { readonly message: string }[]
}

async function listed(box: InstallMachine): Promise<Listed> {
  return JSON.parse((await box.slipway('plugin list --json')).stdout) as Listed
}

async function problemsOf(box: InstallMachine, id: string): Promise<string> {
  const { problems } = await listed(box)
  return problems.flatMap(({ message }) => (message.includes(id) ? message : [])).join('\n')
}

/** Has acme/signal 1.0.0 and 2.0.0, and acme/lonely, which needs a plugin that no source has. */
async function boxWithRegistry(t: TestContext): Promise<InstallMachine> {
  const box = installMachine(t)
  const registry = await PluginRegistry.start()
  t.after(() => registry.stop())
  const archives = { [platformOf()]: tarGz({ plugin: script }) }
  for (const version of ['1.0.0', '2.0.0']) registry.publish({ id: 'acme/signal', version, archives })
  registry.publish({ id: 'acme/lonely', version: '1.0.0', archives, dependencies: { 'acme/nowhere': '^1.0' } })
  registry.publish({ id: 'acme/elsewhere', version: '1.0.0', archives: { 'darwin-arm64': tarGz({ plugin: script }) } })
  box.settings(`plugins:\n  registries:\n    acme: ${registry.server.url}\n`)
  return box
}

describe('upkeep of installed plugins', limit, () => {
  test('shows no level for a bundled plugin or a copy of it', async (t) => {
    const box = installMachine(t)
    box.program('signal', script)
    await box.slipway('plugin install ./signal --as provider:acme/signal@1.0.0')
    box.installScript('exit 1', 'acme/hand')
    const { plugins } = await listed(box)
    const withLevel = plugins.flatMap(({ id, level }) => (level === undefined ? [] : `${id} ${level}`))
    assert.deepEqual(withLevel, ['acme/hand unverified', 'acme/signal none'])
    assert.ok(plugins.some(({ id }) => id === 'slipway/local'))
  })

  test('leaves nothing of a removed plugin, and names the place of one placed by hand', async (t) => {
    const box = installMachine(t)
    box.program('signal', script)
    box.installScript('exit 1', 'other/hand')
    await box.slipway('plugin install ./signal --as provider:acme/signal@1.0.0')
    assert.equal((await box.slipway('plugin remove acme/signal')).code, 0)
    assert.equal(existsSync(join(box.root, 'providers/acme')), false)
    assert.ok(existsSync(join(box.root, 'providers')))
    const { code, stderr } = await box.slipway('plugin remove hand')
    assert.equal(code, 1)
    assert.match(stderr, /Slipway has not installed hand: it is in .*\/other\/hand\/1\.0\.0\/plugin/)
    assert.match((await box.slipway('plugin verify')).stderr, /Slipway has installed no plugins/)
  })

  test('removes a plugin whose installation failed', async (t) => {
    const box = await boxWithRegistry(t)
    const [failed] = await box.lines('plugin install acme/lonely')
    assert.equal(failed?.error?.code, 'install/needed')
    assert.match(await problemsOf(box, 'acme/lonely'), /its installation has not finished/)
    const removed = await box.slipway('plugin remove acme/lonely')
    assert.equal(removed.code, 0, removed.stderr)
    assert.equal(await problemsOf(box, 'acme/lonely'), '')
  })

  test('lets a project install a removed plugin again', async (t) => {
    const box = await boxWithRegistry(t)
    box.write(
      'app.blueprint.yaml',
      "version: 2025-11-02\nmetadata: { slipway: { plugins: { acme/signal: '^1.0' } } }\n",
    )
    await box.slipway('install')
    await box.slipway('plugin remove acme/signal')
    const [again] = await box.lines('install')
    assert.deepEqual([again?.version, again?.action], ['1.0.0', 'installed'], JSON.stringify(again))
    const { plugins } = await listed(box)
    assert.ok(plugins.some(({ id, version }) => id === 'acme/signal' && version === '1.0.0'))
    assert.equal(await problemsOf(box, 'acme/signal'), '')
  })

  test('changes nothing for a lower version than the installed one', async (t) => {
    const box = await boxWithRegistry(t)
    box.write('app.blueprint.yaml', 'version: 2025-11-02\n')
    await box.slipway('plugin install acme/signal')
    const before = readFileSync(join(box.folder, 'slipway.lock'), 'utf8')
    const [lower] = await box.lines('plugin install acme/signal@1.0.0 --frozen')
    assert.deepEqual([lower?.version, lower?.action], ['2.0.0', 'present'])
    await box.slipway('plugin install acme/signal@1.0.0')
    assert.equal(readFileSync(join(box.folder, 'slipway.lock'), 'utf8'), before)
    const { code, stderr } = await box.slipway('plugin install acme/signal@1.0.0 --exact --frozen')
    assert.equal(code, 3)
    assert.match(stderr, /acme\/signal@1\.0\.0 is not in it: it has 2\.0\.0/)
    assert.match(stderr, /slipway plugin install acme\/signal@1\.0\.0` without --frozen/)
  })

  test('leaves a package of the project to the project', async (t) => {
    const box = installMachine(t)
    box.write('package.json', JSON.stringify({ dependencies: { 'slipway-plugin-signal': '*' } }))
    const about = { name: 'slipway-plugin-signal', version: '1.2.0', slipway: { kind: 'provider', id: 'acme/signal' } }
    box.program('node_modules/slipway-plugin-signal/plugin', script)
    box.program(
      'node_modules/slipway-plugin-signal/package.json',
      JSON.stringify({ ...about, slipway: { ...about.slipway, file: 'plugin' } }),
    )
    box.write('app.blueprint.yaml', 'version: 2025-11-02\nresources:\n  light: { type: signal/thing }\n')
    assert.equal((await box.slipway('up --yes')).code, 0)
    const { code, stderr } = await box.slipway('install')
    assert.equal(code, 0, stderr)
    assert.match(stderr, /Nothing to install/)
    assert.match((await box.slipway('plugin outdated')).stderr, /needs no plugins from elsewhere/)
    assert.match((await box.slipway('plugin remove signal')).stderr, /npm uninstall if it is a package of npm/)
    assert.equal((await box.slipway('destroy --yes')).code, 0)
  })

  test('refuses --as for two plugins', async (t) => {
    const box = installMachine(t)
    for (const name of ['one', 'two']) box.program(name, script)
    const { code, stderr } = await box.slipway('plugin install ./one ./two --as provider:acme/signal@1.0.0')
    assert.equal(code, 1)
    assert.match(stderr, /slipway plugin install \.\/one --as provider:acme\/signal@1\.0\.0/)
    assert.equal(existsSync(join(box.root, 'providers/acme')), false)
  })

  test('names a platform that a registry lacks', async (t) => {
    const box = await boxWithRegistry(t)
    const { stderr } = await box.slipway('plugin install acme/elsewhere')
    assert.match(stderr, new RegExp(`has no acme/elsewhere 1\\.0\\.0 for ${platformOf()}`))
  })
})
