import { describe, test } from 'node:test'
import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { deployer, sandbox, until, type Sandbox } from './sandbox.ts'

const limit = { timeout: 240_000, concurrency: 2 }

const environment = {
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? '',
  AWS_SECRET_ACCESS_KEY: 'for the cloud',
  SLIPWAY_PASSPHRASE: 'canary-passphrase',
  SLIPWAY_TOKEN: 'canary-token',
  NODE_CHANNEL_FD: '3',
}

async function seenBy(box: Sandbox, options: Parameters<Sandbox['host']>[0]): Promise<Record<string, string>> {
  box.install('acme/x', 'environment')
  await box.host({ environment, ...options }).start(['acme/x'])
  return JSON.parse(box.read()) as Record<string, string>
}

describe('the environment of a plugin', limit, () => {
  test("is the engine's without Slipway's own secrets, and has the engine's Node first on PATH", async (t) => {
    const seen = await seenBy(sandbox(t), {})
    assert.equal(seen['AWS_SECRET_ACCESS_KEY'], 'for the cloud')
    assert.doesNotMatch(JSON.stringify(seen), /canary/)
    assert.equal(seen['NODE_CHANNEL_FD'], undefined)
    assert.equal(seen['PATH']?.split(':')[0], dirname(process.execPath))
    assert.match(seen['BLUELINK_BUILD_ENGINE_PLUGIN_SERVICE_PORT'] ?? '', /^\d+$/)
    assert.ok(seen['NODE_COMPILE_CACHE'])
  })

  test('has only the listed variables if the settings say so', async (t) => {
    const box = sandbox(t)
    const seen = await seenBy(box, { environmentPolicy: { mode: 'listed', names: ['GOOGLE_*'] } })
    assert.equal(seen['AWS_SECRET_ACCESS_KEY'], undefined)
    assert.equal(seen['HOME'], environment.HOME)
  })
})

describe('the output of a plugin', limit, () => {
  test('goes to its log in any form, and does not disturb calls', async (t) => {
    const box = sandbox(t)
    box.install('acme/x', 'garbage')
    const plugin = await box.host().connect('acme/x')
    assert.ok(await deployer(plugin)({}))
    await until(() => box.log('acme/x').length > 500_000)
    // oxlint-disable-next-line no-control-regex
    assert.doesNotMatch(box.log('acme/x'), /[\u0000-\u0008\u001b]/)
    assert.equal(statSync(join(box.dir, 'logs/acme/x/plugin.log')).mode & 0o777, 0o600)
  })

  test('is cut and counted if it is a flood, and calls still work', async (t) => {
    const box = sandbox(t)
    box.install('acme/x', 'flood')
    const host = box.host()
    const deploy = deployer(await host.connect('acme/x'))
    await until(() => box.log('acme/x').includes(' bytes dropped'))
    for (let call = 0; call < 20; call++) await deploy({})
    await host.stop()
    const log = statSync(join(box.dir, 'logs/acme/x/plugin.log')).size
    assert.ok(log < 8 << 20, `${log} bytes`)
  })

  test('is cut if a line does not end', async (t) => {
    const box = sandbox(t)
    box.install('acme/x', 'long-line')
    const host = box.host()
    assert.ok(await deployer(await host.connect('acme/x'))({}))
    await host.stop()
    const longest = Math.max(
      ...box
        .log('acme/x')
        .split('\n')
        .map((line) => line.length),
    )
    assert.ok(longest < 20_000, `${longest}`)
  })

  test('has known secrets removed, even in errors', async (t) => {
    const box = sandbox(t)
    box.installScript('acme/x', 'echo my password is canary >&2; exit 1')
    const host = box.host({ attempts: 1, redact: (line) => line.replaceAll('canary', '(secret)') })
    const failure = await host.start(['acme/x']).then(
      () => undefined,
      (error: { details: string[] }) => error,
    )
    assert.ok(failure?.details.includes('my password is (secret)'))
    assert.doesNotMatch(box.log('acme/x'), /canary/)
  })
})
