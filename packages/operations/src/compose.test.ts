import assert from 'node:assert/strict'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { foldersOf } from './project/folders.ts'
import { loadSettings } from './settings/load.ts'
import { projectFiles } from './trust/project-files.ts'
import { FolderTrust } from './trust/folder-trust.ts'
import { composeEngine } from './compose.ts'

/** A project with a single plugin of its own, which records its environment and exits at once. */
async function engineWith(context: TestContext, settings: Readonly<Record<string, string>>) {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-compose-')))
  context.after(() => rmSync(home, { recursive: true, force: true }))
  const dump = join(home, 'environment')
  const folder = join(home, 'plugins/providers/acme/broken/1.0.0')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'plugin'), `#!/bin/sh\nenv > ${dump}\necho "no licence" >&2\nexit 3\n`)
  chmodSync(join(folder, 'plugin'), 0o755)
  const env = {
    HOME: home,
    PATH: process.env['PATH'],
    SLIPWAY_DEPLOY_ENGINE_PLUGIN_LAUNCH_ATTEMPT_LIMIT: '1',
    SLIPWAY_PASSPHRASE: 'sesame',
    ACME_TOKEN: 'for the cloud',
    OTHER: 'for nobody',
  }
  const given = Object.entries({ 'plugins.path': join(home, 'plugins'), ...settings }).map(([key, value]) => ({
    origin: '--set',
    key,
    value,
  }))
  const engine = await composeEngine({
    settings: await loadSettings({ directory: home, env, given }),
    folders: foldersOf(home, env, home),
    trust: new FolderTrust({ env }, home, { things: [], pluginPaths: [], ofPath: [] }),
    files: projectFiles({ env }, home),
    slipway: { env, cwd: home },
    access: 'read',
    onPluginTrouble: () => undefined,
  })
  return { ...engine, home, dumped: () => (existsSync(dump) ? readFileSync(dump, 'utf8') : undefined) }
}

describe('the engine of a command', () => {
  test('is an agent whose parts start in the order of their needs', async (context) => {
    const { agent } = await engineWith(context, {})
    assert.deepEqual(agent.plan(), ['store', 'plugins', 'catalog', 'lease', 'engine'])
  })

  test('plugins.require used: an unused plugin may be broken, and is not even started', async (context) => {
    const { agent, engine, home, dumped } = await engineWith(context, { 'plugins.require': 'used' })
    await agent.start()
    assert.ok(engine.catalog.namespaces().includes('broken'))
    await agent.stop()
    assert.equal(dumped(), undefined)
    assert.equal(existsSync(join(home, '.slipway')), false, 'a command that looks makes nothing')
  })

  test('plugins.require all: every installed plugin must start, and a broken one is named', async (context) => {
    const { agent } = await engineWith(context, { 'plugins.require': 'all' })
    await assert.rejects(agent.start(), /acme\/broken/)
  })

  test('a provider that cannot start is named, with the end of its output', async (context) => {
    const { agent, engine } = await engineWith(context, {})
    await agent.start()
    try {
      await assert.rejects(engine.catalog.provider('broken'), (error: Error & { details?: readonly string[] }) => {
        assert.match([error.message, ...(error.details ?? [])].join('\n'), /acme\/broken[^]*no licence/)
        return true
      })
    } finally {
      await agent.stop()
    }
  })

  for (const [mode, seen, unseen] of [
    ['inherit', ['ACME_TOKEN', 'OTHER', 'PATH'], ['SLIPWAY_PASSPHRASE']],
    ['listed', ['ACME_TOKEN', 'PATH'], ['SLIPWAY_PASSPHRASE', 'OTHER']],
  ] as const) {
    test(`plugins.env ${mode}: the variables of our environment that a plugin sees`, async (context) => {
      const settings = { 'plugins.env': mode, 'plugins.envNames': 'ACME_*' }
      const { agent, engine, dumped } = await engineWith(context, settings)
      await agent.start()
      await engine.catalog.provider('broken').catch(() => undefined)
      await agent.stop()
      const names = new Set((dumped() ?? '').split('\n').map((line) => line.split('=')[0]))
      for (const name of seen) assert.ok(names.has(name), `${name} is missing`)
      for (const name of unseen) assert.ok(!names.has(name), `${name} is there`)
    })
  }
})
