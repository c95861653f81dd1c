/** Plugins that a project gets as npm packages, installed as by npm and pnpm: through the command line, with real processes. */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { describe, test } from '../cases.ts'
import { command } from '../faulty/sandbox.ts'
import { machine, type Machine } from './machine.ts'

const limit = { timeout: 240_000, concurrency: 2 }

interface Project extends Machine {
  /** A package with a plugin, in a folder of the project. */
  package(folder: string, slipway?: object, version?: string): void
}

/** A project that names one package, and uses a type of the plugin in it. */
function project(t: TestContext): Project {
  const box = machine(t)
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(box.folder, path)), { recursive: true })
    writeFileSync(join(box.folder, path), text, { mode: 0o755 })
  }
  write('app.blueprint.yaml', 'version: 2025-11-02\nresources:\n  light: { type: signal/thing }\n')
  write('package.json', '{ "dependencies": { "slipway-plugin-signal": "^1.0.0" } }\n')
  return Object.assign(box, {
    package(folder: string, slipway: object = {}, version = '1.2.0'): void {
      const key = { kind: 'provider', id: 'acme/signal', file: 'dist/plugin', protocol: '1.0', ...slipway }
      write(`${folder}/package.json`, JSON.stringify({ name: 'slipway-plugin-signal', version, slipway: key }))
      write(`${folder}/dist/plugin`, `#!/bin/sh\n: > ${box.home}/launched\n${command('good', 'acme/signal')}\n`)
    },
  })
}

async function pluginOf(box: Machine): Promise<string> {
  const { stdout } = await box.slipway('state show light --json')
  const { pluginId, pluginVersion } = JSON.parse(stdout) as { pluginId: string; pluginVersion: string }
  return `${pluginId} ${pluginVersion}`
}

describe('a plugin in an npm package of the project', limit, () => {
  test('is preferred to an installed plugin', async (t) => {
    const box = project(t)
    box.package('node_modules/slipway-plugin-signal')
    box.installScript('exit 1', 'acme/signal', { version: '9.0.0' })
    const up = await box.slipway('up --yes')
    assert.equal(up.code, 0, up.stderr)
    assert.doesNotMatch(up.stderr, /warning/)
    assert.equal(await pluginOf(box), 'acme/signal 1.2.0')
    const { stdout } = await box.slipway('plugin list --json')
    const { plugins } = JSON.parse(stdout) as { plugins: readonly { id: string; origin: string; path: string }[] }
    const { origin, path } = plugins.find(({ id }) => id === 'acme/signal') ?? {}
    assert.deepEqual([origin, path], ['project', join(box.folder, 'node_modules/slipway-plugin-signal/dist/plugin')])
    assert.equal((await box.slipway('destroy --yes')).code, 0)
  })

  test('is used through a link into the project or the links of pnpm', async (t) => {
    for (const to of [
      'packages/signal',
      'node_modules/.pnpm/slipway-plugin-signal@1.2.0/node_modules/slipway-plugin-signal',
    ]) {
      const box = project(t)
      box.package(to)
      mkdirSync(join(box.folder, 'node_modules'), { recursive: true })
      symlinkSync(join(box.folder, to), join(box.folder, 'node_modules/slipway-plugin-signal'))
      const up = await box.slipway('up --yes')
      assert.equal(up.code, 0, up.stderr)
      assert.equal(await pluginOf(box), 'acme/signal 1.2.0')
    }
  })

  test('is not launched in an untrusted folder, which is reported', async (t) => {
    const box = project(t)
    box.package('node_modules/slipway-plugin-signal')
    const untrusting = { SLIPWAY_TRUST: '' }
    const up = await box.slipway('up --yes', untrusting)
    assert.equal(up.code, 1)
    assert.match(
      up.stderr,
      /plugin slipway-plugin-signal \(package\.json\)[^]*\[cli\/untrusted\]|\[cli\/untrusted\][^]*plugin slipway-plugin-signal \(package\.json\)/,
    )
    const validate = await box.slipway('validate', untrusting)
    assert.match(validate.stderr, /leaves out its plugin slipway-plugin-signal \(package\.json\): slipway trust/)
    assert.equal(existsSync(join(box.home, 'launched')), false)
    assert.equal((await box.slipway('up --yes --trust', untrusting)).code, 0)
    assert.equal((await box.slipway('destroy --yes', untrusting)).code, 0)
  })

  test('is named if it is needed but unusable', async (t) => {
    const box = project(t)
    box.package('node_modules/slipway-plugin-signal', { protocol: '7.0' })
    const plan = await box.slipway('plan')
    assert.equal(plan.code, 1)
    assert.match(
      plan.stderr,
      /the package slipway-plugin-signal is not used: the plugin speaks protocol 7\.0, Slipway speaks 1\.0: upgrade Slipway.*\[host\/unusable-package\]/,
    )
  })

  test('is named with the install command if it is not installed yet', async (t) => {
    const { stderr } = await project(t).slipway('plugin list')
    assert.match(
      stderr,
      /package\.json names slipway-plugin-signal, which is not installed\n {2}hint: npm install installs it/,
    )
  })

  test('is proposed if its types are missing', async (t) => {
    const box = project(t)
    const absent = await box.slipway('plan')
    assert.match(
      absent.stderr,
      /no provider for "signal" is installed[^]*npm install installs slipway-plugin-signal, which package\.json names/,
    )
    box.package('node_modules/slipway-plugin-signal')
    box.write('package.json', '{}')
    const unnamed = await box.slipway('plan')
    assert.match(
      unnamed.stderr,
      /no provider for "signal" is installed[^]*npm install slipway-plugin-signal adds the package to package\.json/,
    )
  })

  test('must have the id that it declares', async (t) => {
    const box = project(t)
    box.package('node_modules/slipway-plugin-signal', { id: 'acme/other' })
    box.write('app.blueprint.yaml', 'version: 2025-11-02\nresources:\n  light: { type: other/thing }\n')
    const plan = await box.slipway('plan')
    assert.equal(plan.code, 1)
    assert.match(plan.stderr, /it registers as "acme\/signal", but is installed as acme\/other/)
  })
})
