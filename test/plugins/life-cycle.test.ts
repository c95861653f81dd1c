/** Letters of the life of plugins, through the command line, with real processes. */
import assert from 'node:assert/strict'
import { chmodSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { pluginExecutable } from '@slipway/host'
import { describe, test } from '../cases.ts'
import { command } from '../faulty/sandbox.ts'
import { start } from '../ledger/command.ts'
import { machine, type Machine } from './machine.ts'
import { oneFile } from '../one-file.ts'

const limit = { timeout: 240_000, concurrency: 2 }

function machineWith(t: TestContext, type: string): Machine {
  const box = machine(t)
  box.write('app.blueprint.yaml', `version: 2025-11-02\nresources: { it: { type: ${type} } }\n`)
  return box
}

function restless(t: TestContext): Machine {
  const box = machineWith(t, 'restless/thing')
  box.installScript(`exec ${process.execPath} ${oneFile(join(import.meta.dirname, 'restless.ts'))}`, 'acme/restless')
  return box
}

describe('a version of a plugin', limit, () => {
  test('that cannot be launched causes a warning, and the next lower one is used', async (t) => {
    const box = machineWith(t, 'x/thing')
    for (const version of ['0.8.0', '0.9.0', '1.0.0'])
      box.installScript(command('good', 'acme/x'), 'acme/x', { version })
    const newest = pluginExecutable(box.root, 'provider', 'acme/x', '1.0.0')
    chmodSync(newest, 0o644)
    const up = await box.slipway('up --yes')
    assert.equal(up.code, 0, up.stderr)
    assert.match(up.stderr, new RegExp(`warning: ${newest} is not executable`))
    const list = await box.slipway('plugin list')
    assert.match(list.stdout, /acme\/x +0\.9\.0/)
    assert.match(
      list.stderr,
      /acme\/x is launched from .*0\.9\.0\/plugin and not from .*0\.8\.0\/plugin: its version is higher/,
    )
  })

  test('that differs from the recorded one is reported', async (t) => {
    const box = machineWith(t, 'x/thing')
    box.installScript(command('good', 'acme/x'), 'acme/x', { version: '1.0.0' })
    const first = await box.slipway('up --yes')
    assert.equal(first.code, 0, first.stderr)
    assert.doesNotMatch(first.stderr, /has deployed/)
    box.installScript(command('good', 'acme/x'), 'acme/x', { version: '1.1.0' })
    const second = await box.slipway('up --yes')
    assert.match(second.stderr, /acme\/x 1\.1\.0 is used now, but 1\.0\.0 deployed it/)
    assert.doesNotMatch((await box.slipway('up --yes')).stderr, /has deployed/)
  })
})

describe('a resource that never becomes stable', limit, () => {
  test('is recorded after one Ctrl-C, and the next up asks again', async (t) => {
    const box = restless(t)
    const running = start({ folder: box.folder, env: box.env }, ['up', '--yes', '--json'])
    await new Promise<void>((resolve) => {
      running.child.stdout?.on('data', (chunk: Buffer) => {
        if (chunk.includes('"step-waiting"')) resolve()
      })
    })
    running.child.kill('SIGINT')
    const stopped = await running.ended
    assert.notEqual(stopped.code, 0)
    assert.match(stopped.stdout, /it was deployed, and the run was stopped before it was stable/)
    const shown = JSON.parse((await box.slipway('state show it --json')).stdout) as { status: string }
    assert.equal(shown.status, 'create-failed')
    const calm = await box.slipway('up --yes', { RESTLESS_IS_CALM: 'yes' })
    assert.equal(calm.code, 0, calm.stderr)
    assert.deepEqual(await box.processesLeft(), [])
  })
})

describe('a plugin that announces its address', limit, () => {
  test('is reached at its port or unix socket', async (t) => {
    const box = restless(t)
    const calm = { RESTLESS_IS_CALM: 'yes' }
    // Any free port: one that the test chose could be taken by the time.
    const first = await box.slipway('up --yes', { ...calm, RESTLESS_PORT: '0' })
    assert.equal(first.code, 0, first.stderr)
    const socket = join(box.home, 'restless.sock')
    const second = await box.slipway('refresh', { ...calm, RESTLESS_SOCKET: socket })
    assert.equal(second.code, 0, second.stderr)
    assert.equal(existsSync(socket), false)
  })
})

test('setup prints the line that sets the variable of plugin directories', limit, async (t) => {
  const box = machine(t)
  const setup = await box.slipway('setup')
  assert.equal(setup.code, 0, setup.stderr)
  assert.match(setup.stdout, new RegExp(`^export CELERITY_DEPLOY_ENGINE_PLUGIN_PATH=${box.root}$`, 'm'))
})
