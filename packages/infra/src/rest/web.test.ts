import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Agent, allPlugins, type Plugin, type PluginContext, quitSignals } from '@slipway/agent'
import { hostname } from 'node:os'
import * as health from '../health/plugin.ts'
import * as log from '../log/plugin.ts'
import * as logmanager from '../logmanager/plugin.ts'
import * as metrics from '../metrics/plugin.ts'
import { defaultPlugin as serviceLabel } from '../servicelabel/plugin.ts'
import * as rest from './plugin.ts'

const lines: string[] = []
log.defaultPlugin.destination = { write: (line) => void lines.push(line) }

/** Offers routes without knowing of any server. */
class Greeter implements rest.RoutePlugin {
  readonly name = 'greeter'
  #greeting = ''
  init(): void {
    this.#greeting = 'hello'
  }
  close(): void {}
  routes(http: Parameters<rest.RoutePlugin['routes']>[0]): void {
    http.get('/greeting', () => ({ greeting: this.#greeting }))
  }
}

const anyPort = rest.useSettings({ port: 0 })

async function serving(server: rest.Rest, ...others: Plugin[]): Promise<Agent> {
  const agent = new Agent(allPlugins(...others, server), quitSignals())
  await agent.start()
  return agent
}

async function ask(server: rest.Rest, path: string, method = 'GET'): Promise<{ status: number; body: string }> {
  const response = await fetch(`${server.address}${path}`, { method })
  return { status: response.status, body: await response.text() }
}

describe('an agent with an HTTP server', () => {
  test('plugins register in init, the server listens in afterInit, and is gone after the stop', async () => {
    const server = rest.newPlugin(
      anyPort,
      rest.useDeps((deps) => {
        deps.handlers = [new Greeter()]
      }),
    )
    const early: (string | undefined)[] = []
    const page: Plugin & { deps: unknown } = {
      name: 'page',
      deps: { server },
      init(context: PluginContext) {
        early.push(server.address)
        context.use(server).http.get('/page', () => 'a page')
      },
      close() {},
    }
    assert.throws(() => server.http, { code: 'infra/not-initialised' })
    const agent = await serving(server, page)
    assert.deepEqual(early, [undefined])
    assert.deepEqual(await ask(server, '/page'), { status: 200, body: 'a page' })
    assert.deepEqual(await ask(server, '/greeting'), { status: 200, body: '{"greeting":"hello"}' })
    const { address } = server
    await agent.stop()
    await assert.rejects(fetch(`${address}/page`))
  })

  test('a port that is taken fails the start, names the plugin and closes the rest', async () => {
    const first = rest.newPlugin(anyPort)
    const agent = await serving(first)
    const port = Number(new URL(first.address ?? '').port)
    const second = new Agent(allPlugins(rest.newPlugin(rest.useSettings({ port }))), quitSignals())
    await assert.rejects(second.start(), {
      code: 'agent/start-failed',
      message: /^rest failed in afterInit .*EADDRINUSE/,
    })
    await agent.stop()
  })

  test('levels of loggers can be seen and changed while it runs', async () => {
    const server = rest.newPlugin(anyPort)
    const agent = await serving(server, logmanager.newPlugin())
    const logger = log.defaultPlugin.logger('worker')
    lines.length = 0
    logger.debug('one')
    assert.deepEqual(await ask(server, '/log/worker/debug', 'PUT'), {
      status: 200,
      body: '{"logger":"worker","level":"debug"}',
    })
    logger.debug('two', { error: new Error('why'), count: 3 })
    logger.trace('three')
    const [line, ...others] = lines.map(
      (text) => JSON.parse(text) as { msg: string; logger: string; count: number; err: { message: string } },
    )
    assert.deepEqual(others, [])
    assert.deepEqual([line?.msg, line?.logger, line?.count, line?.err.message], ['two', 'worker', 3, 'why'])
    assert.ok((await ask(server, '/log/list')).body.includes('{"logger":"worker","level":"debug"}'))
    assert.equal((await ask(server, '/log/nobody/debug', 'PUT')).status, 404)
    assert.equal((await ask(server, '/log/worker/loud', 'PUT')).status, 400)
    await agent.stop()
  })

  test('liveness and readiness follow the plugins; probes are called', async () => {
    let isWell = true
    const probed: Plugin & { deps: unknown } = {
      name: 'probed',
      deps: { probes: health.defaultPlugin },
      init: (context: PluginContext) =>
        context.use(health.defaultPlugin).register(context, () => {
          if (!isWell) throw new Error('unwell')
        }),
      close() {},
    }
    const server = rest.newPlugin(anyPort)
    const agent = await serving(server, probed)
    assert.equal((await ask(server, '/readiness')).status, 200)
    isWell = false
    await health.defaultPlugin.probe()
    assert.equal((await ask(server, '/readiness')).status, 503)
    const { status, body } = await ask(server, '/liveness')
    assert.equal(status, 200)
    assert.match(body, /"name":"probed","state":"ready","condition":"degraded","reason":"unwell"/)
    isWell = true
    await health.defaultPlugin.probe()
    assert.equal((await ask(server, '/readiness')).status, 200)
    await agent.stop()
  })

  test('a plugin’s non-fatal trouble does not count', async () => {
    const probes = health.newPlugin(health.useSettings({ nonFatal: ['optional'] }))
    const optional: Plugin = { name: 'optional', init: (context) => context.report('degraded'), close() {} }
    const server = rest.newPlugin(anyPort)
    const agent = await serving(server, probes, optional)
    assert.equal((await ask(server, '/readiness')).status, 200)
    assert.equal(agent.health().ready, false)
    await agent.stop()
  })

  test('metrics: the plugins’ own, and each one’s start-up time', async () => {
    const own = metrics.newPlugin()
    const counting: Plugin & { deps: unknown } = {
      name: 'counting',
      deps: { own },
      init(context: PluginContext) {
        const { library, registry } = context.use(own)
        new library.Counter({ name: 'things_total', help: 'Things.', registers: [registry] }).inc(2)
      },
      close() {},
    }
    const server = rest.newPlugin(anyPort)
    const agent = await serving(server, counting)
    const { body } = await ask(server, '/metrics')
    assert.match(body, /^things_total 2$/m)
    assert.match(body, /^agent_plugin_start_seconds\{plugin="rest",phase="afterInit"\} \S+$/m)
    await agent.stop()
  })

  test('plugins that offer routes run without a server as well', async () => {
    const agent = new Agent(allPlugins(logmanager.newPlugin(), health.newPlugin(), metrics.newPlugin()), quitSignals())
    await agent.start()
    assert.equal(agent.health().ready, true)
    await agent.stop()
  })

  test('the service label is the machine’s name unless configured', () => {
    assert.equal(serviceLabel.prefix, `/slipway/agent/${hostname()}/`)
  })
})
