import { describe, test } from 'node:test'
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { deployEngine, discoverPlugins } from '@slipway/host'
import { connectChannel, ProviderMethods, tokenHeader } from '@slipway/protocol'
import { command, deployer, isAlive, sandbox, until, type Sandbox } from '../../faulty/sandbox.ts'
import { skipWithoutOtherUsers } from './other-user.ts'

const limit = { timeout: 240_000 }
const id = 'acme/x'
const needsProc = process.platform !== 'linux' && 'needs /proc'

async function failedStart(box: Sandbox): Promise<string> {
  const failure = await box
    .host({ attempts: 1 })
    .start([id])
    .then(
      () => assert.fail('it started'),
      (error: unknown) => error,
    )
  assert.ok(failure instanceof Error)
  return failure.message
}

/** Like `failedStart`, for a plugin that starts processes outside its group; these are always ended. */
async function failedStartWithHelpers(box: Sandbox): Promise<string> {
  try {
    return await failedStart(box)
  } finally {
    await endHelpers(box)
  }
}

async function endHelpers(box: Sandbox): Promise<void> {
  const pids = box.read().split('\n').filter(Boolean).map(Number)
  for (const pid of pids) process.kill(pid, 'SIGKILL')
  await until(() => !pids.some(isAlive))
}

describe('an impostor of a plugin', { ...limit, skip: needsProc }, () => {
  test('that listens at the plugin’s announced port gets no data', async (t) => {
    const box = sandbox(t)
    box.install(id, 'squatted')
    const message = await failedStartWithHelpers(box)
    const who =
      process.getuid?.() === 0 ? /another user \(user id 65534\) listens/ : /was not launched as this plugin listens/
    assert.match(message, /it registered, but a process .* listens at 127\.0\.0\.1:\d+/)
    assert.match(message, who)
  })

  test('that answers at the plugin’s real port is detected by the connection', async (t) => {
    const box = sandbox(t)
    box.install(id, 'hand-over')
    const message = await failedStartWithHelpers(box)
    assert.match(
      message,
      /it registered, but the answer is not from the plugin: it comes from a process that was not launched/,
    )
  })
})

describe('a plugin that runs as another user', { ...limit, skip: skipWithoutOtherUsers }, () => {
  const withoutSetpriv = spawnSync('setpriv', ['--version']).status !== 0 && 'needs setpriv (util-linux)'
  test('is refused at once for that reason', { skip: withoutSetpriv }, async (t) => {
    const box = sandbox(t)
    const become = 'exec setpriv --reuid 65534 --regid 65534 --clear-groups --'
    box.installScript(id, `cd /; ${become} ${command('good', id).replace('exec ', '')}`)
    const message = await failedStart(box)
    assert.match(
      message,
      /was refused: it comes from the plugin, which runs as another user than Slipway \(user id 65534\)/,
    )
  })
})

describe('the private data of a launch', limit, () => {
  const peeping = join(import.meta.dirname, 'peeping-plugin.ts')

  test('are out of reach for the plugin’s code and its children', { skip: needsProc }, async (t) => {
    const box = sandbox(t)
    box.installScript(id, `exec node ${peeping} ${id}`)
    const plugin = await box.host().connect(id)
    assert.deepEqual(
      { ...(await deployer(plugin)({})) },
      {
        'spec.own': 'nothing',
        'spec.child': 'nothing',
        // The two sockets.
        'spec.folder': 'host plugin',
      },
    )
  })

  test('are needed for a connection: the host id alone is not enough', async (t) => {
    const box = sandbox(t)
    box.install(id, 'on-a-port')
    const plugin = await box.host().connect(id)
    const port = Number(box.read())
    for (const headers of [{}, { [tokenHeader]: 'x'.repeat(32) }]) {
      const channel = connectChannel({ port }, { headers })
      const call = channel.call(ProviderMethods.GetNamespace, { hostId: plugin.hostId })
      await assert.rejects(call, /UNAUTHENTICATED/)
      channel.close()
    }
    assert.ok(await deployer(plugin)({}))
  })

  test('differ for every plugin and every launch', async (t) => {
    const box = sandbox(t)
    box.install(id, 'good')
    box.install('acme/y', 'good')
    const host = box.host()
    const [x, y] = await Promise.all([host.connect(id), host.connect('acme/y')])
    const first = x.hostId
    assert.notEqual(first, y.hostId)
    process.kill(x.pid, 'SIGKILL')
    await until(() => x.hostId !== '' && x.hostId !== first)
    assert.ok(await deployer(x)({}))
  })

  test('let a bundled plugin connect without a port that others could use', async (t) => {
    const box = sandbox(t)
    box.install(id, 'environment')
    const { plugins } = discoverPlugins({ dialects: [deployEngine], roots: [{ path: box.root, origin: 'bundled' }] })
    const inherited = { ...process.env, BLUELINK_BUILD_ENGINE_PLUGIN_SERVICE_PORT: '1' }
    const plugin = await box.host({ plugins, environment: inherited }).connect(id)
    assert.ok(await deployer(plugin)({}))
    const names = Object.keys(JSON.parse(box.read()) as object)
    assert.deepEqual(
      names.filter((name) => name.endsWith('_PORT')),
      [],
    )
  })

  test('are removed with the plugin', async (t) => {
    const box = sandbox(t)
    box.install(id, 'environment')
    const host = box.host()
    await host.start([id])
    const { SLIPWAY_PLUGIN_LAUNCH: folder = '' } = JSON.parse(box.read()) as Record<string, string>
    assert.ok(existsSync(join(folder, 'host')), folder)
    await host.stop()
    assert.equal(existsSync(folder), false)
  })
})
