import { describe, test, type TestContext } from 'node:test'
import assert from 'node:assert/strict'
import {
  closedGatewayRoutes,
  connectChannel,
  launchVariable,
  Service,
  takePrivateLaunch,
  tokenHeader,
  type ConnectOptions,
  type LocalAddress,
} from '@slipway/protocol'
import type { InstalledPlugin } from '../discover/discover.ts'
import { PrivateFolders } from '../launch/private-folders.ts'
import { newSecret } from '../launch/secret.ts'
import type { PluginRoot } from '../layout.ts'
import type { Refusal } from './check.ts'
import { LaunchListener } from './launch-listener.ts'
import { PeerCheck } from './peer.ts'

async function register(address: LocalAddress, options?: ConnectOptions) {
  const channel = connectChannel(address, options)
  const request = { pluginType: 1, pluginId: 'acme/x', instanceId: String(process.pid), protocolVersions: ['1.0'] }
  const answer = await channel.call(Service.Register, { ...request, port: 1 })
  const list = await channel.call(Service.ListFunctions, {}).catch((error: unknown) => String(error))
  channel.close()
  return { success: answer.success, hostId: answer.hostId, list }
}

/** The doors of a launch of this very process, on a system that cannot tell whose a connection is. */
async function doors(t: TestContext, origin: PluginRoot['origin'] = 'environment') {
  const plugin: InstalledPlugin = {
    id: 'acme/x',
    kind: 'provider',
    namespace: 'x',
    version: '1.0.0',
    file: '/plugin',
    root: { path: '/', origin },
  }
  const folders = new PrivateFolders({}, newSecret)
  const refusals: Refusal[] = []
  const listener = new LaunchListener({
    plugin,
    hostId: 'h-1',
    folder: folders.add(),
    peers: new PeerCheck(false),
    group: () => process.pid,
    services: closedGatewayRoutes(),
    onRefused: (refusal) => refusals.push(refusal),
    onDeregistered: () => {},
  })
  const { port, folder } = await listener.open()
  t.after(async () => {
    await listener.close()
    folders.remove()
  })
  const take = () => {
    const launch = takePrivateLaunch({ [launchVariable]: folder })
    assert.ok(launch)
    return launch
  }
  return { port: port ?? 0, listener, refusals, take }
}

describe('the doors of a launch', () => {
  test('are both open to a plugin that knows only of the port', async (t) => {
    const { port, listener } = await doors(t)
    const { success, hostId, list } = await register({ port })
    assert.deepEqual([success, hostId, typeof list], [true, 'h-1', 'object'])
    assert.equal((await listener.registered).token, undefined)
  })

  test('are one, the socket, as soon as somebody has taken the token', async (t) => {
    const { port, listener, refusals, take } = await doors(t)
    const { host, token } = take()
    const stranger = await register({ port })
    assert.deepEqual([stranger.success, stranger.hostId], [false, ''])
    assert.match(refusals[0]?.refusal ?? '', /the plugin that was launched uses the socket/)
    const plugin = await register(host, { headers: { [tokenHeader]: token } })
    assert.deepEqual([plugin.success, plugin.hostId, typeof plugin.list], [true, 'h-1', 'object'])
    assert.equal((await listener.registered).token, token)
    await assert.rejects(register({ port }), { code: 'protocol/not-reachable' })
  })

  test('open for nobody who comes to the socket without the token, whatever he asks for', async (t) => {
    const { refusals, take } = await doors(t)
    const { host } = take()
    const { success, list } = await register(host, { headers: { [tokenHeader]: 'guessed' } })
    assert.equal(success, false)
    assert.match(typeof list === 'string' ? list : 'answered', /UNAUTHENTICATED|connection-lost|was lost/)
    assert.ok(refusals.every(({ stranger }) => stranger))
  })

  test('are one for a plugin that came with Slipway', async (t) => {
    const { port, take } = await doors(t, 'bundled')
    assert.equal(port, 0)
    const { host, token } = take()
    assert.equal((await register(host, { headers: { [tokenHeader]: token } })).success, true)
  })
})
