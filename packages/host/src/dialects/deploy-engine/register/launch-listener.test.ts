import { describe, test, type TestContext } from 'node:test'
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  closedGatewayRoutes,
  connectChannel,
  Service,
  takePrivateLaunch,
  tokenHeader,
  type ConnectOptions,
  type LocalAddress,
} from '@slipway/protocol'
import { launchFiles, launchVariable } from '@slipway/protocol/launch-files'
import { PrivateFolders, type PrivateFolder } from '../../../private-folders.ts'
import { newSecret } from '../../../launch/secret.ts'
import type { PluginRoot } from '../../../layout.ts'
import type { Refusal } from '../../../peers/refusal.ts'
import type { InstalledPlugin } from '../../dialect.ts'
import { deployEngine } from '../dialect.ts'
import { EarlyDoor } from './early-door.ts'
import { LaunchListener } from './launch-listener.ts'
import { PeerCheck } from '../../../peers/peer.ts'

/** The doors for a launch of this process itself, on a system that does not report who owns a connection. */
/** `early`: the socket is open before there is a listener, and this happens in between. */
async function doors(
  t: TestContext,
  origin: PluginRoot['origin'] = 'environment',
  early?: (folder: PrivateFolder) => Promise<void> | void,
) {
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
  const leaves: string[] = []
  const ours = folders.add()
  const isEarly = early !== undefined && ours !== undefined
  const door = isEarly ? EarlyDoor.open(launchFiles(ours.path).host) : undefined
  if (isEarly) await early(ours)
  const listener = new LaunchListener({
    plugin,
    hostId: 'h-1',
    folder: ours,
    door,
    peers: new PeerCheck(false),
    group: () => process.pid,
    services: closedGatewayRoutes(),
    onRefused: (refusal) => refusals.push(refusal),
    onDeregistered: () => leaves.push('left'),
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
  return { port: port ?? 0, listener, refusals, leaves, take }
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

describe('the listeners of a launch', () => {
  test('are both open to a plugin that knows only the port', async (t) => {
    const { port, listener } = await doors(t)
    assert.deepEqual(await call({ port }), { success: true, hostId: 'h-1', asked: 'answered' })
    assert.equal((await listener.registered).token, undefined)
  })

  test('are reduced to the socket once the token was taken', async (t) => {
    const { port, listener, refusals, take } = await doors(t)
    const { host, token } = take()
    assert.deepEqual(await call({ port }), { success: false, hostId: '', asked: 'refused' })
    assert.match(refusals[0]?.refusal ?? '', /the launched plugin uses the socket/)
    const plugin = await call(host, { headers: { [tokenHeader]: token } })
    assert.deepEqual(plugin, { success: true, hostId: 'h-1', asked: 'answered' })
    assert.equal((await listener.registered).token, token)
    await assert.rejects(call({ port }), { code: 'protocol/not-reachable' })
  })

  test('serve an early connection to the socket', async (t) => {
    let answered: ReturnType<typeof call> | undefined
    const { listener } = await doors(t, 'bundled', ({ path, token }) => {
      answered = call({ socketPath: launchFiles(path).host }, { headers: { [tokenHeader]: token } })
      return sleep(20)
    })
    assert.deepEqual(await answered, { success: true, hostId: 'h-1', asked: 'answered' })
    assert.notEqual((await listener.registered).token, undefined)
  })

  test('refuse early connections without the token', async (t) => {
    let answered: ReturnType<typeof call> | undefined
    const { refusals } = await doors(t, 'bundled', ({ path }) => {
      answered = call({ socketPath: launchFiles(path).host })
      return sleep(20)
    })
    assert.deepEqual(await answered, { success: false, hostId: '', asked: 'refused' })
    assert.match(refusals[0]?.refusal ?? '', /does not have the token/)
  })

  test('refuse any request at the socket without the token', async (t) => {
    const { refusals, take } = await doors(t)
    const { host } = take()
    const answer = await call(host, { headers: { [tokenHeader]: 'guessed' } })
    assert.deepEqual(answer, { success: false, hostId: '', asked: 'refused' })
    assert.ok(refusals.length > 0 && refusals.every(({ stranger }) => stranger))
  })

  test('are only the socket for a bundled plugin', async (t) => {
    const { port, take } = await doors(t, 'bundled')
    assert.equal(port, 0)
    const { host, token } = take()
    assert.equal((await call(host, { headers: { [tokenHeader]: token } })).success, true)
  })
})

describe('a plugin that deregisters', () => {
  const instanceId = String(process.pid)

  test('must be registered, and give its host’s id and its own', async (t) => {
    const { port, leaves } = await doors(t)
    const channel = connectChannel({ port })
    t.after(() => channel.close())
    const leave = async (said: { readonly hostId?: string; readonly instanceId?: string }) => {
      const { success, message } = await channel.call(Service.Deregister, {
        pluginType: 1,
        hostId: 'h-1',
        instanceId,
        ...said,
      })
      return `${success} ${message}`
    }
    const refused = 'false no such plugin is registered here: this address is only for acme/x'
    assert.equal(await leave({}), refused)
    const request = { pluginType: 1, pluginId: 'acme/x', instanceId, protocolVersions: ['1.0'], port: 1 }
    const { success, message } = await channel.call(Service.Register, request)
    assert.deepEqual([success, message], [true, 'acme/x is registered'])
    assert.equal(await leave({ hostId: 'h-2' }), refused)
    assert.equal(await leave({ instanceId: '1' }), refused)
    assert.deepEqual(leaves, [])
    assert.equal(await leave({}), 'true acme/x is deregistered')
    assert.equal(await leave({}), refused)
    assert.deepEqual(leaves, ['left'])
  })

  test('may name itself by its plugin id', async (t) => {
    const { port, leaves } = await doors(t)
    await call({ port })
    const channel = connectChannel({ port })
    const { success } = await channel.call(Service.Deregister, { pluginType: 1, hostId: 'h-1', instanceId: 'acme/x' })
    channel.close()
    assert.deepEqual([success, leaves], [true, ['left']])
  })
})

test('a second registration is refused by name', async (t) => {
  const { port, refusals } = await doors(t)
  await call({ port })
  const { success, hostId } = await call({ port })
  assert.deepEqual([success, hostId], [false, ''])
  assert.deepEqual(refusals, [
    { code: 'host/registration-refused', refusal: 'plugin acme/x is already registered', stranger: true },
  ])
})
