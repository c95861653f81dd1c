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
import { PrivateFolders } from '../../../private-folders.ts'
import { newSecret } from '../../../launch/secret.ts'
import type { PluginRoot } from '../../../layout.ts'
import type { Refusal } from '../../../peers/refusal.ts'
import type { InstalledPlugin } from '../../dialect.ts'
import { deployEngine } from '../dialect.ts'
import { LaunchListener } from './launch-listener.ts'
import { PeerCheck } from '../../../peers/peer.ts'

/** The doors of a launch of this very process, on a system that cannot tell whose a connection is. */
async function doors(t: TestContext, origin: PluginRoot['origin'] = 'environment') {
  const plugin: InstalledPlugin = {
    id: 'acme/x',
    dialect: deployEngine,
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

/** Registers at a door, then asks for something else. */
async function call(address: LocalAddress, options?: ConnectOptions) {
  const channel = connectChannel(address, options)
  const request = { pluginType: 1, pluginId: 'acme/x', instanceId: String(process.pid), protocolVersions: ['1.0'] }
  const answer = await channel.call(Service.Register, { ...request, port: 1 })
  const asked = await channel.call(Service.ListFunctions, {}).then(
    () => 'answered',
    () => 'refused',
  )
  channel.close()
  return { success: answer.success, hostId: answer.hostId, asked }
}

describe('the doors of a launch', () => {
  test('are both open to a plugin that knows only of the port', async (t) => {
    const { port, listener } = await doors(t)
    assert.deepEqual(await call({ port }), { success: true, hostId: 'h-1', asked: 'answered' })
    assert.equal((await listener.registered).token, undefined)
  })

  test('are one, the socket, as soon as somebody has taken the token', async (t) => {
    const { port, listener, refusals, take } = await doors(t)
    const { host, token } = take()
    assert.deepEqual(await call({ port }), { success: false, hostId: '', asked: 'refused' })
    assert.match(refusals[0]?.refusal ?? '', /the launched plugin uses the socket/)
    const plugin = await call(host, { headers: { [tokenHeader]: token } })
    assert.deepEqual(plugin, { success: true, hostId: 'h-1', asked: 'answered' })
    assert.equal((await listener.registered).token, token)
    await assert.rejects(call({ port }), { code: 'protocol/not-reachable' })
  })

  test('open for nobody who comes to the socket without the token, whatever he asks for', async (t) => {
    const { refusals, take } = await doors(t)
    const { host } = take()
    const answer = await call(host, { headers: { [tokenHeader]: 'guessed' } })
    assert.deepEqual(answer, { success: false, hostId: '', asked: 'refused' })
    assert.ok(refusals.length > 0 && refusals.every(({ stranger }) => stranger))
  })

  test('are one for a plugin that came with Slipway', async (t) => {
    const { port, take } = await doors(t, 'bundled')
    assert.equal(port, 0)
    const { host, token } = take()
    assert.equal((await call(host, { headers: { [tokenHeader]: token } })).success, true)
  })
})
