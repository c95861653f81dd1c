import assert from 'node:assert/strict'
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { after, describe, test } from 'node:test'
import {
  closedGatewayRoutes,
  connectChannel,
  ProviderClient,
  route,
  RpcServer,
  Service,
  type PluginRegistrationRequest,
} from '@slipway/protocol'
import { failureOf, trial } from '../testing.ts'

const program = `
import * as z from 'zod'
import { badInput, computed, defineProvider, defineResource, replacing, secret, serve, transient } from '@slipway/sdk'

const thing = defineResource({
  type: 'test/thing',
  schema: z.object({
    mode: z.string(),
    tags: z.array(z.string()),
    ratio: z.number().default(1.5),
    kind: replacing(z.enum(['a', 'b']).optional()),
    id: computed(z.string()),
    token: computed(secret(z.string())),
  }),
  idField: 'id',
  settlement: 'find',
  async deploy({ spec, resourceId, signal, log }) {
    if (spec.mode === 'transient') throw transient('busy', ['429'])
    if (spec.mode === 'bad') throw badInput('wrong', ['spec.mode: no', 'really no'])
    if (spec.mode === 'throw') throw new Error('broken')
    if (spec.mode === 'stray') void Promise.reject(new Error('stray'))
    if (spec.mode === 'fatal') setTimeout(() => { throw new Error('fatal') })
    if (spec.mode === 'hang') {
      log.info('hanging')
      await new Promise((_, reject) => signal.addEventListener('abort', () => { log.info('aborted'); reject(signal.reason) }))
    }
    return { id: resourceId, token: spec.tags.join() }
  },
  stabilised: ({ spec }) => spec.id !== undefined,
  replaces: ({ spec, current }) => (spec.ratio < (current.spec.ratio ?? 0) ? ['ratio'] : []),
  read: ({ spec }) => (spec.mode === 'gone' ? undefined : { tags: ['real'] }),
  destroy({ log }) { log.info('destroyed') },
})

await serve(defineProvider({ id: 'acme/test', version: '1.2.3', displayName: 'Test', resources: [thing] }))
`

interface StartedPlugin {
  readonly process: ChildProcessWithoutNullStreams
  readonly registration: PluginRegistrationRequest
  readonly provider: ProviderClient
  readonly host: RpcServer
  /** Resolves when the plugin has printed this on stderr. */
  readonly said: (words: string) => Promise<void>
  readonly ended: Promise<readonly [number | null, string | null]>
}

const started: StartedPlugin[] = []
const servers: RpcServer[] = []
after(async () => {
  for (const plugin of started) plugin.process.kill('SIGKILL')
  await Promise.all(servers.map((server) => server.close()))
})

let deregistered = 0

/** A host that launches one plugin: packages/host in a few lines. */
async function startPlugin(refuse = false): Promise<StartedPlugin> {
  const registered = Promise.withResolvers<PluginRegistrationRequest>()
  const host = new RpcServer([
    route(Service.Register, (request) => {
      registered.resolve(request)
      return { success: !refuse, message: refuse ? 'not you' : '', hostId: 'host-1' }
    }),
    route(Service.Deregister, () => {
      deregistered++
      return { success: true }
    }),
    ...closedGatewayRoutes(),
  ])
  servers.push(host)
  const address = await host.listen()
  assert.ok('port' in address)
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], {
    cwd: import.meta.dirname,
    env: { ...process.env, SLIPWAY_PLUGIN_SERVICE_PORT: String(address.port) },
  })
  const ended = once(child, 'close') as Promise<[number | null, string | null]>
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const registration = await registered.promise
  const channel = connectChannel({ port: registration.port })
  const plugin: StartedPlugin = {
    process: child,
    registration,
    host,
    provider: new ProviderClient(channel, { hostId: 'host-1', pluginId: 'acme/test', pluginVersion: '1.2.3' }),
    said: async (words) => {
      while (!stderr.includes(words)) await once(child.stderr, 'data')
    },
    ended,
  }
  started.push(plugin)
  return plugin
}

describe('a plugin that is served', { concurrency: true }, () => {
  test('registers with its id, and lists its abilities', async () => {
    const { registration, provider, process: child } = await startPlugin()
    assert.equal(registration.pluginId, 'acme/test')
    assert.equal(registration.instanceId, String(child.pid))
    assert.equal(registration.metadata?.pluginVersion, '1.2.3')
    assert.equal(registration.metadata?.displayName, 'Test')
    const definition = await provider.define({ resourceTypes: ['test/thing'], dataSourceTypes: [], functions: [] })
    assert.equal(definition.namespace, 'test')
    const type = definition.resourceTypes['test/thing']
    assert.equal(type?.settlement, 'find')
    assert.equal(type?.idField, 'id')
    assert.equal(type?.replacementBy, 'schema-and-provider')
    assert.deepEqual(type?.schema.required?.toSorted(), ['mode', 'tags'])
    assert.equal(type?.schema.attributes?.['kind']?.mustRecreate, true)
    assert.deepEqual(type?.schema.attributes?.['kind']?.allowedValues, ['a', 'b'])
    assert.equal(type?.schema.attributes?.['token']?.sensitive, true)
    assert.equal(type?.schema.attributes?.['ratio']?.type, 'float')
  })

  test('decides itself which changes need a new resource', async () => {
    const { provider } = await startPlugin()
    const it = trial(provider, 'test/thing')
    const state = await it.create({ mode: 'x', tags: [], ratio: 2 })
    assert.deepEqual(await it.replaces(state, { mode: 'x', tags: [], ratio: 3 }), [])
    assert.deepEqual(await it.replaces(state, { mode: 'x', tags: [] }), ['spec.ratio'])
    const failure = await failureOf(it.replaces(state, { mode: 7 }))
    assert.deepEqual([failure.method, failure.pluginErrorCode], ['provider.Resource.Diff', 'BAD_INPUT'])
  })

  test('carries out requests, even for an empty list', async () => {
    const { provider, said } = await startPlugin()
    const it = trial(provider, 'test/thing')
    const state = await it.create({ mode: 'x', tags: [] })
    assert.equal(state['id'], 'resource-1')
    assert.equal(await it.stabilised(state), true)
    const tagged = await it.update(state, { mode: 'x', tags: ['a', 'b'] })
    assert.equal(tagged['token'], 'a,b')
    assert.deepEqual((await it.read(tagged))?.['tags'], ['real'])
    assert.equal(await it.read({ ...tagged, mode: 'gone' }), undefined)
    await it.destroy(tagged)
    await said('[info] test/thing it: destroyed')
  })

  test('its failures arrive with code and reasons', async () => {
    const { provider } = await startPlugin()
    const it = trial(provider, 'test/thing')
    const failures = ['transient', 'bad', 'throw'].map((mode) => failureOf(it.create({ mode, tags: [] })))
    assert.deepEqual(
      (await Promise.all(failures)).map(({ pluginErrorCode, message, reasons }) => [pluginErrorCode, message, reasons]),
      [
        ['TRANSIENT', 'busy', ['429']],
        ['BAD_INPUT', 'wrong', ['spec.mode: no', 'really no']],
        ['UNEXPECTED', 'broken', ['broken']],
      ],
    )
    assert.deepEqual((await failureOf(it.create({ mode: 1, tags: 'x', other: true }))).reasons.toSorted(), [
      'spec.mode: expected string, got integer',
      'spec.other: there is no such property',
      'spec.tags: expected list, got string',
    ])
  })

  test('a cancelled call is reported', async () => {
    const { provider, said } = await startPlugin()
    const { identity } = trial(provider, 'test/thing')
    const changes = { mustRecreate: false, modified: [], added: [], removed: [], unchanged: [], computed: [] }
    const request = { ...identity, spec: { mode: 'hang' }, changes, context: { config: {}, variables: {} } }
    const abort = new AbortController()
    const failure = failureOf(provider.deploy(request, { signal: abort.signal }))
    await said('hanging')
    abort.abort()
    assert.equal((await failure).inDoubt, true)
    await said('aborted')
  })

  test('an unhandled promise is reported, and the rest goes on', async () => {
    const { provider, said } = await startPlugin()
    const it = trial(provider, 'test/thing')
    await it.create({ mode: 'stray', tags: [] })
    await said('a promise failed without a handler: Error: stray')
    await it.create({ mode: 'x', tags: [] })
  })

  test('an uncaught exception is reported, and ends it', async () => {
    const { provider, said, ended } = await startPlugin()
    await trial(provider, 'test/thing')
      .create({ mode: 'fatal', tags: [] })
      .catch(() => {})
    await said('an uncaught exception: Error: fatal')
    assert.deepEqual(await ended, [70, null])
  })

  test('it ignores SIGINT; SIGTERM ends it, after a good-bye', async () => {
    const { provider, process: child, ended } = await startPlugin()
    const it = trial(provider, 'test/thing')
    await it.create({ mode: 'x', tags: [] })
    child.kill('SIGINT')
    await it.create({ mode: 'x', tags: [] })
    const before = deregistered
    child.kill('SIGTERM')
    assert.deepEqual(await ended, [0, null])
    assert.ok(deregistered > before)
  })

  test('one that the host refuses says so, and ends', async () => {
    const { said, ended } = await startPlugin(true)
    await said('not you')
    assert.deepEqual(await ended, [1, null])
  })

  test('one whose host is gone ends by itself', async () => {
    const { host, provider, said, ended } = await startPlugin()
    await trial(provider, 'test/thing').create({ mode: 'x', tags: [] })
    await host.close()
    await said('the host is gone')
    assert.deepEqual(await ended, [1, null])
  })

  test('one without a host names the next step, and ends', async () => {
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], {
      cwd: import.meta.dirname,
      env: { ...process.env, SLIPWAY_PLUGIN_SERVICE_PORT: '1' },
    })
    const [stderr, [code]] = await Promise.all([child.stderr.toArray(), once(child, 'close')])
    assert.equal(code, 1)
    assert.match(Buffer.concat(stderr as Buffer[]).toString(), /acme\/test could not register with its host/)
  })
})
