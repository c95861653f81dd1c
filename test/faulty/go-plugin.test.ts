import { before } from 'node:test'
import assert from 'node:assert/strict'
import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { ProviderClient } from '@slipway/protocol'
import type { RunningPlugin } from '@slipway/host'
import { test } from '../cases.ts'
import { buildGopher, skipWithoutGo, type Gopher } from '../interop/go/build.ts'
import { startEngine } from './start-engine.ts'
import { isAlive, sandbox, until, type Sandbox } from './sandbox.ts'
import { suite } from '../interop/needs.ts'

const id = 'interop/gopher'

const namespaceOf = async ({ channel, hostId, version }: RunningPlugin): Promise<string> => {
  const client = new ProviderClient(channel, { hostId, pluginId: id, pluginVersion: version })
  return (await client.define({ resourceTypes: [], dataSourceTypes: [], functions: [] })).namespace
}

suite('an unmodified plugin on the public Go SDK', { skip: skipWithoutGo, timeout: 240_000 }, () => {
  let gopher: Gopher
  before(async () => {
    gopher = await buildGopher()
  })

  const install = (box: Sandbox): void => copyFileSync(gopher.file, box.installScript(id, ''))

  test('registers over TCP, is launched again after it dies, and stops', async (t) => {
    const box = sandbox(t)
    install(box)
    const host = box.host()
    const plugin = await host.connect(id)
    const { pid } = plugin
    assert.equal(await namespaceOf(plugin), 'gopher')
    process.kill(pid, 'SIGKILL')
    await until(() => plugin.pid !== 0 && plugin.pid !== pid)
    assert.equal(await namespaceOf(plugin), 'gopher')
    await host.stop()
    assert.equal(isAlive(pid), false)
  })

  test('registers over a unix socket, and the socket that its SDK leaves is removed', async (t) => {
    const box = sandbox(t)
    install(box)
    const socket = join(box.dir, 'gopher.sock')
    const host = box.host({ environment: { ...process.env, GOPHER_UNIX_SOCKET: socket } })
    assert.equal(await namespaceOf(await host.connect(id)), 'gopher')
    assert.ok(existsSync(socket))
    await host.stop()
    assert.equal(existsSync(socket), false)
  })

  test('does not survive its engine, even if it ignores signals', async (t) => {
    const box = sandbox(t)
    install(box)
    process.env['GOPHER_STUBBORN'] = 'yes'
    t.after(() => delete process.env['GOPHER_STUBBORN'])
    const engine = await startEngine(t, box, id)
    for (const pid of engine.plugins) process.kill(pid, 'SIGTERM')
    assert.deepEqual(engine.plugins.filter(isAlive), engine.plugins)
    await engine.kill()
    await until(() => engine.plugins.every((pid) => !isAlive(pid)))
  })
})
