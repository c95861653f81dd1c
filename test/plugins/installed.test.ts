/** Plugins installed in several places, and which of them is used: through the command line, with real plugin processes. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { describe, test } from '../cases.ts'
import { command } from '../faulty/sandbox.ts'
import { machine, type Machine } from './machine.ts'

const limit = { timeout: 240_000, concurrency: 2 }

const longId = 'registry.customhost.com/acme/y'

/** A machine with a blueprint that has one resource of each of these types. */
function machineFor(t: TestContext, ...types: string[]): Machine {
  const box = machine(t)
  const resources = types.map((type, index) => `  r${index}: { type: ${type} }\n`)
  box.write('app.blueprint.yaml', `version: 2025-11-02\nresources:\n${resources.join('')}`)
  return box
}

/** Versions of the plugins by id, as `state show` prints them. */
async function deployedBy(box: Machine, ...names: string[]): Promise<readonly string[]> {
  const shown = await Promise.all(names.map((name) => box.slipway(`state show ${name} --json`)))
  return shown
    .map(({ stdout }) => JSON.parse(stdout) as { pluginId: string; pluginVersion: string })
    .map(({ pluginId, pluginVersion }) => `${pluginId} ${pluginVersion}`)
}

describe('plugins.require', limit, () => {
  test('used: an unused plugin is neither launched nor required', async (t) => {
    const box = machineFor(t, 'random/id')
    box.installScript(`echo launched >> ${box.home}/launches; exit 1`, 'acme/broken')
    const up = await box.slipway('up --yes')
    assert.equal(up.code, 0, up.stderr)
    assert.equal(existsSync(join(box.home, 'launches')), false)
  })

  test('all: a plugin that exits is launched as often as the variable says, and fails the command by name', async (t) => {
    const box = machineFor(t, 'random/id')
    box.installScript(`echo launched >> ${box.home}/launches; echo no licence >&2; exit 1`, 'acme/broken')
    const up = await box.slipway('up --yes --set plugins.require=all', {
      CELERITY_DEPLOY_ENGINE_PLUGIN_LAUNCH_ATTEMPT_LIMIT: '3',
    })
    assert.equal(up.code, 1)
    assert.match(up.stderr, /acme\/broken 1\.0\.0 did not start in 3 launches[^]*no licence/)
    assert.equal(readFileSync(join(box.home, 'launches'), 'utf8'), 'launched\n'.repeat(3))
    assert.equal((await box.slipway('state list --json')).stdout, '[]\n')
    assert.deepEqual(await box.processesLeft(), [])
  })

  test('all: a plugin that never registers is killed at its deadline, and fails the command by name', async (t) => {
    const box = machineFor(t, 'random/id')
    box.installScript('exec sleep 600', 'acme/mute')
    const plan = (seconds: number) =>
      box.slipway('plan --set plugins.require=all', {
        CELERITY_DEPLOY_ENGINE_PLUGIN_LAUNCH_ATTEMPT_LIMIT: '1',
        SLIPWAY_PLUGINS_REGISTRATION_MS: String(1000 * seconds),
      })
    // On a busy machine the others may need longer.
    let planned = await plan(3)
    for (const seconds of [20, 60]) if (!planned.stderr.includes('acme/mute')) planned = await plan(seconds)
    assert.equal(planned.code, 1)
    assert.match(planned.stderr, /acme\/mute 1\.0\.0 did not start in 1 launch: it did not register within \d+ s/)
    assert.deepEqual(await box.processesLeft(), [])
  })

  test('an id of a provider and a transformer is refused if it is used or if all are required', async (t) => {
    const box = machineFor(t, 'x/thing')
    box.installScript(command('good', 'acme/x'), 'acme/x')
    box.installScript(command('good', 'acme/x'), 'acme/x', { kind: 'transformer' })
    const refusal =
      /acme\/x is installed as a provider \(.*\) and as a transformer \(.*\) {2}\[host\/ambiguous-plugin-kind\]/
    assert.match((await box.slipway('plan')).stderr, refusal)
    box.write('app.blueprint.yaml', 'version: 2025-11-02\nresources: { r0: { type: random/id } }\n')
    assert.equal((await box.slipway('plan')).code, 0)
    assert.match((await box.slipway('plan --set plugins.require=all')).stderr, refusal)
  })
})

describe('the plugin path', limit, () => {
  test('is searched from left to right; in the first directory with the id the highest version wins, or a pin', async (t) => {
    const box = machineFor(t, 'x/thing', 'y/thing')
    const [left, right] = [join(box.home, 'left'), join(box.home, 'right')]
    for (const version of ['1.2.0', '1.10.0'])
      box.installScript(command('good', 'acme/x'), 'acme/x', { root: left, version })
    box.installScript('exit 1', 'acme/x', { root: right, version: '2.0.0' })
    box.installScript(command('good', longId), longId, { root: right })
    const env = { CELERITY_DEPLOY_ENGINE_PLUGIN_PATH: `${left}:${right}` }
    const up = await box.slipway('up --yes', env)
    assert.equal(up.code, 0, up.stderr)
    assert.match(up.stderr, /warning: acme\/x is launched from .*left.*1\.10\.0.* and not from .*right.*2\.0\.0/)
    assert.deepEqual(await deployedBy(box, 'r0', 'r1'), ['acme/x 1.10.0', `${longId} 1.0.0`])

    const pinned = await box.slipway('up --yes --replace r0 --set plugins.pin.acme/x=1.2.0', env)
    assert.equal(pinned.code, 0, pinned.stderr)
    assert.deepEqual(await deployedBy(box, 'r0'), ['acme/x 1.2.0'])
    const missing = await box.slipway('plan --set plugins.pin.acme/x=2.0.0', env)
    assert.match(missing.stderr, /acme\/x is pinned to 2\.0\.0, but .*left contains 1\.10\.0, 1\.2\.0/)
  })

  test('defaults to the directory that slipway setup creates and fills', async (t) => {
    const box = machineFor(t, 'random/id')
    const setup = await box.slipway('setup')
    assert.equal(setup.code, 0, setup.stderr)
    const listed = await box.slipway('plugin list --json')
    const all = (JSON.parse(listed.stdout) as { plugins: { id: string; version: string; path: string }[] }).plugins
    // The language plugins stay where they came with Slipway.
    const plugins = all.filter(({ id }) => !id.startsWith('pulumi/language-'))
    assert.deepEqual(
      plugins.map(({ id }) => id),
      ['slipway/http', 'slipway/local', 'slipway/null', 'slipway/postgres', 'slipway/random', 'slipway/slipway'],
    )
    assert.deepEqual(
      plugins.map(({ path }) => path),
      plugins.map(({ id, version }) => join(box.root, 'providers', id, version, 'plugin')),
    )
    const up = await box.slipway('up --yes')
    assert.equal(up.code, 0, up.stderr)
    assert.equal((await box.slipway('setup')).code, 0)
  })
})
