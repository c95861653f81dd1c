import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import { type DeployRequest, PluginFailure, valueMap, type ValueMap } from '@slipway/model'
import {
  closedGatewayRoutes,
  connectChannel,
  type PluginRegistrationRequest,
  ProviderClient,
  route,
  type RpcChannel,
  RpcServer,
  Service,
} from '@slipway/protocol'

import { test } from '../../cases.ts'
import { buildGopher, type Gopher, skipWithoutGo } from './build.ts'
import { suite } from '../needs.ts'

const hostId = 'interop-host'

/** One Go provider as a process, registered with a host that is this test. */
interface Running {
  readonly client: ProviderClient
  readonly channel: RpcChannel
  readonly process: ChildProcess
  readonly registration: PluginRegistrationRequest
  stop(): Promise<void>
}

async function start(gopher: Gopher, environment: Record<string, string> = {}): Promise<Running> {
  const registered = Promise.withResolvers<PluginRegistrationRequest>()
  const server = new RpcServer([
    route(Service.Register, (request) => {
      registered.resolve(request)
      return { success: true, message: 'welcome', hostId }
    }),
    ...closedGatewayRoutes(),
  ])
  const address = await server.listen()
  assert.ok('port' in address)
  const child = spawn(gopher.file, {
    env: { ...process.env, BLUELINK_BUILD_ENGINE_PLUGIN_SERVICE_PORT: String(address.port), ...environment },
    stdio: 'ignore',
  })
  child.once('exit', (code) => registered.reject(new Error(`gopher ended with ${code} before it registered`)))
  const registration = await registered.promise
  const { unixSocket: socketPath, port, pluginId } = registration
  const channel = connectChannel(socketPath === '' ? { port } : { socketPath })
  const client = new ProviderClient(channel, { hostId, pluginId, pluginVersion: '1.0.0' })
  await knowsItsHost(client)
  return {
    client,
    channel,
    process: child,
    registration,
    async stop() {
      channel.close()
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
      await server.close()
    },
  }
}

/** Waits until the Go SDK has read the answer to its registration, with the id of its host: it serves before that. */
async function knowsItsHost(client: ProviderClient): Promise<void> {
  for (const end = performance.now() + 60_000; ;) {
    try {
      await client.define({ resourceTypes: [], dataSourceTypes: [], functions: [] })
      return
    } catch (error) {
      if (!/invalid host ID/.test(String(error)) || performance.now() > end) throw error
      await sleep(5)
    }
  }
}

function burrow(id: string, spec: ValueMap): DeployRequest {
  return {
    type: 'gopher/burrow',
    resourceId: id,
    resourceName: 'home',
    instanceId: 'instance',
    instanceName: 'test',
    spec,
    changes: {
      mustRecreate: false,
      modified: [],
      added: Object.keys(spec).map((name) => ({ path: `spec.${name}`, next: spec[name] ?? null })),
      removed: [],
      unchanged: [],
      computed: ['spec.id', 'spec.seen'],
    },
    context: { config: { soil: 'clay' }, variables: { environment: 'test' } },
  }
}

suite('a provider on the public Go SDK', { skip: skipWithoutGo }, () => {
  let gopher: Gopher
  let folder: string
  before(async () => {
    gopher = await buildGopher()
    folder = await mkdtemp(join(tmpdir(), 'slipway-interop-'))
  })
  after(async () => {
    await rm(folder, { recursive: true, force: true })
  })

  const ways: readonly [string, () => Record<string, string>][] = [
    ['TCP', () => ({})],
    ['a unix socket', () => ({ GOPHER_UNIX_SOCKET: join(folder, 'gopher.sock') })],
  ]
  for (const [way, environment] of ways) {
    test(`is deployed, changed and destroyed over ${way}`, async () => {
      const running = await start(gopher, environment())
      try {
        await wholeLife(running, folder)
      } finally {
        await running.stop()
      }
    })
  }

  test('describes itself', async () => {
    const running = await start(gopher)
    try {
      const defined = await running.client.define({
        resourceTypes: ['gopher/burrow'],
        dataSourceTypes: ['gopher/weather'],
        functions: ['dig'],
      })
      assert.equal(running.registration.pluginId, 'interop/gopher')
      assert.equal(running.registration.instanceId, String(running.process.pid))
      assert.deepEqual(running.registration.protocolVersions, ['1.0'])
      assert.equal(running.registration.metadata?.displayName, 'Gopher')
      assert.equal(defined.namespace, 'gopher')
      assert.deepEqual(defined.retryPolicy, {
        maxRetries: 4,
        firstDelayMs: 20,
        maxDelayMs: 500,
        factor: 2,
        jitter: true,
      })
      assert.equal(defined.config.fields['soil']?.default, 'loam')
      const type = defined.resourceTypes['gopher/burrow']
      assert.equal(type?.label, 'Burrow')
      assert.equal(type?.idField, 'id')
      assert.equal(type?.settlement, 'ask')
      assert.deepEqual(type?.schema.required, ['name'])
      assert.equal(type?.schema.attributes?.['path']?.mustRecreate, true)
      assert.equal(type?.schema.attributes?.['rooms']?.minimum, 0)
      const weather = defined.dataSourceTypes['gopher/weather']
      assert.equal(weather?.fields['rain']?.type, 'float')
      assert.deepEqual(weather.examples, ['filter:\n  field: place\n  operator: =\n  search: Kiel'])
      assert.deepEqual(defined.dataSourceTypes['gopher/weather']?.filterFields['place']?.supportedOperators, ['='])
      assert.deepEqual(
        defined.functions['dig']?.parameters.map(({ name, type: kind }) => [name, kind]),
        [
          ['word', 'string'],
          ['times', 'integer'],
        ],
      )
      assert.equal(defined.functions['dig']?.returns, 'string')
    } finally {
      await running.stop()
    }
  })

  test('fails with its codes and its reasons', async () => {
    const running = await start(gopher)
    try {
      const { client } = running
      const deploy = (trouble: string) => client.deploy(burrow(trouble, valueMap([['trouble', trouble]])))
      await assert.rejects(deploy('refuse'), {
        pluginErrorCode: 'BAD_INPUT',
        reasons: ['too wet', 'too many moles'],
        inDoubt: false,
      })
      await assert.rejects(deploy('fail'), { pluginErrorCode: 'UNEXPECTED', reasons: ['the shovel broke'] })
      const collapsing = burrow('collapsing', valueMap([['collapses', 2]]))
      for (const attempt of [1, 2])
        await assert.rejects(client.deploy(collapsing), {
          pluginErrorCode: 'TRANSIENT',
          reasons: [`retryable error: collapsed at attempt ${attempt}`],
        })
      assert.equal((await client.deploy(collapsing))['spec.id'], 'burrow-collapsing')
    } finally {
      await running.stop()
    }
  })

  test('fails its calls at once and in doubt when it dies', async () => {
    const running = await start(gopher)
    try {
      const exited = once(running.process, 'exit')
      await assert.rejects(
        running.client.deploy(burrow('lost', valueMap([['trouble', 'panic']]))),
        (error) => error instanceof PluginFailure && error.inDoubt && error.code === 'protocol/connection-lost',
      )
      await exited
      await running.channel.closed
      await assert.rejects(running.client.deploy(burrow('late', valueMap())), { inDoubt: false })
    } finally {
      await running.stop()
    }
  })

  test('exchanges large values and handles many calls at a time', async () => {
    const running = await start(gopher)
    try {
      const name = 'ä'.repeat(1_000_000)
      const computed = await running.client.deploy(burrow('large', valueMap([['name', name]])))
      assert.equal(computed['spec.seen'], `{name: "${name}"} in clay`)
      const ids = Array.from({ length: 500 }, (_, index) => `burrow-${index}`)
      const answers = await Promise.all(ids.map((id) => running.client.deploy(burrow(id, valueMap([['name', id]])))))
      assert.deepEqual(
        answers.map((answer) => answer['spec.id']),
        ids.map((id) => `burrow-${id}`),
      )
    } finally {
      await running.stop()
    }
  })

  test('serves data sources and functions, and validates', async () => {
    const running = await start(gopher)
    try {
      const { client } = running
      const context = { config: {}, variables: {} }
      const data = await client.fetch({
        type: 'gopher/weather',
        dataSourceName: 'now',
        filters: [{ field: 'place', operator: '=', search: ['Kiel'] }],
        exports: { place: { type: 'string' }, rain: { type: 'float' } },
        context,
      })
      assert.deepEqual({ ...data }, { place: 'Kiel', rain: 0.5 })
      const asked = {
        type: 'gopher/weather',
        dataSourceName: 'now',
        filters: [{ field: 'place', operator: '=', search: ['Atlantis'] }],
        // One export has the same name as another field.
        exports: { place: { type: 'float', aliasFor: 'rain' }, where: { type: 'string', aliasFor: 'place' } },
        context,
      }
      assert.deepEqual({ ...(await client.fetch(asked)) }, { place: 0.5, where: 'Atlantis' })
      assert.deepEqual(await client.validateDataSource(asked), [
        { severity: 'error', message: 'nobody knows where that is' },
      ])
      assert.equal(await client.callFunction({ name: 'dig', args: ['ho', 3], context }), 'hohoho')
      const spec = valueMap([['name', 'mole']])
      assert.deepEqual(await client.validateResource({ type: 'gopher/burrow', resourceName: 'home', spec, context }), [
        { severity: 'error', message: 'moles dig their own' },
      ])
    } finally {
      await running.stop()
    }
  })
})

async function wholeLife({ client }: Running, folder: string): Promise<void> {
  const path = join(folder, 'burrow')
  const spec = valueMap([
    ['name', 'ähre'],
    ['path', path],
    ['depth', 3],
    ['rooms', 2],
    ['tags', ['a', null, 'b']],
    ['settles', 1],
  ])
  const request = burrow('home', spec)
  const computed = await client.deploy(request)
  assert.equal(computed['spec.id'], 'burrow-home')
  assert.equal(
    computed['spec.seen'],
    `{depth: float 3, name: "ähre", path: ${JSON.stringify(path)}, rooms: int 2, settles: int 1, tags: ["a", nil, "b"]} in clay`,
  )
  assert.equal(await readFile(path, 'utf8'), 'ähre')

  assert.equal((await client.hasStabilised(request)).stabilised, false)
  assert.equal((await client.hasStabilised(request)).stabilised, true)
  assert.deepEqual({ ...(await client.externalState(request)) }, { name: 'ähre', path, id: 'burrow-home' })

  await client.destroy({ ...request, current: { spec, status: 'created', dependsOn: [], lastDeployed: 1 } })
  assert.equal(existsSync(path), false)
  assert.equal(await client.externalState(request), undefined)
  // An empty spec has no form on this wire, and yet travels where one must.
  assert.equal((await client.hasStabilised({ ...request, resourceId: 'empty', spec: valueMap() })).stabilised, true)
}
