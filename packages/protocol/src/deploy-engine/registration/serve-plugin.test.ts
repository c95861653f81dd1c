import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'

import { PluginFailure } from '@slipway/model'

import { type PluginDeregistrationRequest, type PluginRegistrationRequest, Service } from '../gen/pluginservicev1.ts'
import { Transformer } from '../gen/transformerserverv1.ts'
import { connectChannel } from '../../wire/rpc/client.ts'
import { route, RpcServer } from '../../wire/rpc/server.ts'
import { TransformerClient } from '../transformer/client.ts'
import { closedGatewayRoutes } from '../gateway/closed.ts'
import { tokenHeader } from './guarded.ts'
import { launchFiles, launchVariable } from './launch-files.ts'
import { takePrivateLaunch } from './private-launch.ts'
import { hostAddress, servePlugin } from './serve-plugin.ts'

describe('a plugin that is served', () => {
  test('registers, is called with its host’s id, and deregisters', async () => {
    const registered: PluginRegistrationRequest[] = []
    const deregistered: PluginDeregistrationRequest[] = []
    const host = new RpcServer([
      route(Service.Register, (request) => {
        registered.push(request)
        return { success: true, hostId: 'h-1' }
      }),
      route(Service.Deregister, (request) => {
        deregistered.push(request)
        return { success: true }
      }),
    ])
    const served = await servePlugin({
      kind: 'transformer',
      pluginId: 'acme/shapes',
      version: '2.0.0',
      metadata: { displayName: 'Shapes' },
      host: await host.listen(),
      routes: (hostId) => [
        route(Transformer.GetTransformName, () => ({ nameInfo: { transformName: `shapes-${hostId()}` } })),
      ],
    })
    const channel = connectChannel(served.address)
    const client = new TransformerClient(channel, { hostId: 'h-1', pluginId: 'acme/shapes', pluginVersion: '2.0.0' })
    assert.deepEqual(await client.define({ abstractResourceTypes: [] }), {
      pluginId: 'acme/shapes',
      pluginVersion: '2.0.0',
      transformName: 'shapes-h-1',
      config: { fields: {}, allowAdditionalFields: true },
      abstractResourceTypeNames: [],
      abstractResourceTypes: Object.create(null),
    })
    channel.close()
    await served.close()
    await host.close()

    const [request] = registered
    assert.ok('port' in served.address)
    assert.equal(request?.pluginType, 2)
    assert.equal(request?.pluginId, 'acme/shapes')
    assert.equal(request?.instanceId, String(process.pid))
    assert.deepEqual(request?.protocolVersions, ['1.0'])
    assert.equal(request?.port, served.address.port)
    assert.deepEqual([request?.metadata?.displayName, request?.metadata?.pluginVersion], ['Shapes', '2.0.0'])
    assert.deepEqual(deregistered, [{ pluginType: 2, instanceId: String(process.pid), hostId: 'h-1' }])
  })

  test('says why when the host refuses it, or when there is none, and leaves nothing open', async () => {
    const host = new RpcServer([
      route(Service.Register, () => ({ success: false, message: 'acme/shapes is already registered' })),
    ])
    const address = await host.listen()
    const options = {
      kind: 'provider',
      pluginId: 'acme/shapes',
      version: '1',
      host: address,
      routes: () => [],
    } as const
    await assert.rejects(servePlugin(options), {
      code: 'protocol/registration-refused',
      message: /already registered$/,
    })
    await host.close()
    await assert.rejects(servePlugin(options), { code: 'protocol/no-host' })
  })

  test('finds its host by the environment', () => {
    assert.deepEqual(hostAddress({}), { port: 43_044 })
    assert.deepEqual(hostAddress({ BLUELINK_BUILD_ENGINE_PLUGIN_SERVICE_PORT: '1234' }), { port: 1234 })
    assert.deepEqual(
      hostAddress({ BLUELINK_BUILD_ENGINE_PLUGIN_SERVICE_PORT: '1234', SLIPWAY_PLUGIN_SERVICE_PORT: '99' }),
      { port: 99 },
    )
    for (const wrong of ['port', '0', '65536', '1.5'])
      assert.throws(() => hostAddress({ SLIPWAY_PLUGIN_SERVICE_PORT: wrong }), { code: 'protocol/bad-host-port' })
  })
})

describe('a plugin with a launch of its own', () => {
  test('sends the token with every call, and answers nobody without it', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'slipway-launch-'))
    t.after(() => rm(folder, { recursive: true, force: true }))
    const files = launchFiles(folder)
    const said: (string | undefined)[] = []
    const host = new RpcServer([
      route(Service.Register, (_, call) => {
        said.push(call.header(tokenHeader))
        return { success: true, hostId: 'h-1' }
      }),
      route(Service.Deregister, (_, call) => {
        said.push(call.header(tokenHeader))
        return { success: true }
      }),
    ])
    await host.listen({ socketPath: files.host })
    await writeFile(files.token, 'secret-1')
    const env: Record<string, string | undefined> = { [launchVariable]: folder }
    const launch = takePrivateLaunch(env)
    assert.deepEqual([env, existsSync(files.token)], [{}, false])
    let calls = 0
    const served = await servePlugin({
      kind: 'transformer',
      pluginId: 'acme/shapes',
      version: '2.0.0',
      launch,
      routes: () => [
        route(Transformer.GetTransformName, () => {
          calls++
          return { nameInfo: { transformName: 'shapes' } }
        }),
      ],
    })
    assert.deepEqual(served.address, { socketPath: files.plugin })
    for (const headers of [{}, { [tokenHeader]: 'secret-2' }, { [tokenHeader]: 'secret-10' }, { [tokenHeader]: '' }]) {
      const stranger = connectChannel(served.address, { headers })
      const call = stranger.call(Transformer.GetTransformName, { hostId: 'h-1' })
      await assert.rejects(call, /UNAUTHENTICATED: this plugin answers only the host that launched it/)
      stranger.close()
    }
    assert.equal(calls, 0)
    const known = connectChannel(served.address, { headers: { [tokenHeader]: 'secret-1' } })
    await known.call(Transformer.GetTransformName, {})
    assert.equal(calls, 1)
    known.close()
    await served.close()
    await host.close()
    assert.deepEqual(said, ['secret-1', 'secret-1'])
  })

  test('works like any other where the host has left no token, or none that it may read', () => {
    assert.equal(takePrivateLaunch({}), undefined)
    const env: Record<string, string | undefined> = { [launchVariable]: '/no/such/folder', OTHER: 'x' }
    assert.equal(takePrivateLaunch(env), undefined)
    assert.deepEqual(env, { OTHER: 'x' })
  })
})

describe('a closed gateway', () => {
  test('has no functions and refuses other requests in its answers', async () => {
    const host = new RpcServer(closedGatewayRoutes())
    const channel = connectChannel(await host.listen())
    assert.equal((await channel.call(Service.HasFunction, {})).functionCheckResult?.hasFunction, false)
    assert.deepEqual((await channel.call(Service.ListFunctions, {})).functionList?.functions, [])
    assert.match((await channel.call(Service.DeployResource, {})).errorResponse?.message ?? '', /^this host does not/)
    channel.close()
    await host.close()
  })
})

describe('a failing transformer', () => {
  test('is named', async () => {
    const server = new RpcServer([
      route(Transformer.GetTransformName, () => ({ errorResponse: { code: 2, message: 'no' } })),
    ])
    const channel = connectChannel(await server.listen())
    const client = new TransformerClient(channel, { hostId: 'h', pluginId: 'acme/shapes', pluginVersion: '1' })
    await assert.rejects(
      client.define({ abstractResourceTypes: [] }),
      (error) => error instanceof PluginFailure && error.pluginId === 'acme/shapes',
    )
    channel.close()
    await server.close()
  })
})
