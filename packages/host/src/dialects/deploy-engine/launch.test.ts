import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { Failure } from '@slipway/model'
import { hasProc } from '@slipway/processes'
import { ProviderMethods } from '@slipway/protocol'
import { PluginHost, type PluginHostOptions } from '../../plugin-host.ts'
import type { Printed } from '../../launch/launcher.ts'
import { until } from '../../supervise/testing.ts'
import type { InstalledPlugin } from '../dialect.ts'
import { deployEngine } from './dialect.ts'

/** A provider without types, under the id and the version of its arguments. */
const serving = `
import { providerRoutes, servePlugin } from ${JSON.stringify(import.meta.resolve('@slipway/protocol'))}
const [id, pluginVersion = '1.0.0'] = process.argv.slice(2)
console.error('[notice] look here')
console.error('[notic] not here')
console.log('[notice] nor here')
console.log('debugged with ' + (process.env.NODE_OPTIONS ?? 'nothing'))
const namespace = id.split('/').at(-1)
const definition = {
  pluginId: id, pluginVersion, namespace, config: { fields: {}, allowAdditionalFields: true },
  resourceTypeNames: [], dataSourceTypeNames: [], functionNames: [], resourceTypes: {}, dataSourceTypes: {}, functions: {},
}
const provider = { define: async () => definition }
if (process.env.BY_PORT === 'yes') delete process.env.SLIPWAY_PLUGIN_LAUNCH
const served = await servePlugin({
  kind: 'provider', pluginId: id, version: pluginVersion, routes: (hostId) => providerRoutes(provider, hostId),
})
console.log('at ' + Object.keys(served.address).join())
process.once('SIGTERM', () => void served.close(100).then(() => process.exit(0)))
process.once('SIGUSR2', () => void served.close(100))
`

function hostOf(
  t: TestContext,
  script: string,
  { plugin = {}, ...options }: Partial<PluginHostOptions> & { plugin?: Partial<InstalledPlugin> } = {},
) {
  const dir = mkdtempSync(join(tmpdir(), 'slipway-deploy-engine-'))
  writeFileSync(join(dir, 'serve.ts'), serving)
  const file = join(dir, 'plugin')
  writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  const printed: Printed[] = []
  const host = new PluginHost({
    plugins: [
      {
        id: 'acme/x',
        dialect: deployEngine,
        kind: 'provider',
        namespace: 'x',
        version: '1.0.0',
        file,
        root: { path: dir, origin: 'environment' },
        ...plugin,
      },
    ],
    logDir: join(dir, 'logs'),
    runtimeDir: join(dir, 'run'),
    environment: { ...process.env, BLUELINK_BUILD_ENGINE_PLUGIN_SERVICE_PORT: '1' },
    cwd: dir,
    attempts: 1,
    deadlineMs: 120_000,
    graceMs: 1000,
    onPrinted: (line) => printed.push(line),
    ...options,
  })
  t.after(async () => {
    await host.stop(0)
    rmSync(dir, { recursive: true, force: true })
  })
  return { dir, host, printed, log: () => readFileSync(join(dir, 'logs/acme/x/plugin.log'), 'utf8') }
}

const good = 'exec node "$(dirname "$0")/serve.ts" acme/x'

const namespaceOf = async (host: PluginHost): Promise<string | undefined> => {
  const { channel } = await host.connect('acme/x')
  return (await channel.call(ProviderMethods.GetNamespace, {})).namespace?.namespace
}

async function refused(host: PluginHost): Promise<Failure> {
  const error: unknown = await host.connect('acme/x').catch((thrown: unknown) => thrown)
  assert.ok(error instanceof Failure, String(error))
  return error
}

describe('a plugin that registers', () => {
  for (const origin of ['environment', 'bundled'] as const) {
    test(`answers calls if its origin is: ${origin}`, async (t) => {
      const { host, log, printed } = hostOf(t, good, { plugin: { root: { path: '/', origin } } })
      assert.equal(await namespaceOf(host), 'x')
      await host.stop()
      assert.match(log(), hasProc ? /at socketPath/ : /at /)
      assert.match(log(), /debugged with nothing/)
      assert.deepEqual(printed, [{ pluginId: 'acme/x', stream: 'stderr', line: 'look here' }])
    })
  }

  test('at a port answers calls', async (t) => {
    const { host, log } = hostOf(t, `BY_PORT=yes ${good.replace('exec ', '')}`)
    assert.equal(await namespaceOf(host), 'x')
    await host.stop()
    assert.match(log(), /at port/)
  })

  test('may deregister', async (t) => {
    const events: string[] = []
    const { host } = hostOf(t, good, { onEvent: ({ kind }) => events.push(kind) })
    const { pid } = await host.connect('acme/x')
    process.kill(pid, 'SIGUSR2')
    await until(() => events.includes('left') || events.includes('exited'))
    assert.equal(await namespaceOf(host), 'x')
  })

  test('under another id is refused by name', async (t) => {
    const { host } = hostOf(t, good.replace('acme/x', 'acme/other'))
    const { code, message } = await refused(host)
    assert.equal(code, 'host/registration-refused')
    assert.match(message, /^acme\/x 1\.0\.0 did not start in 1 launch: it was refused: .*acme\/other/)
  })

  test('with another version is reported', async (t) => {
    const events: string[] = []
    const { host } = hostOf(t, `${good} 2.0.0`, { onEvent: ({ message }) => events.push(message) })
    await host.connect('acme/x')
    assert.ok(events.includes('acme/x is installed as version 1.0.0, but says that it is "2.0.0"'), events.join())
  })

  test('and was started by its author is called at the given address, and not launched', async (t) => {
    const { host, dir } = hostOf(t, 'touch "$(dirname "$0")/launched"', {
      attempts: 1,
      deadlineMs: 200,
      plugin: { debug: { attachPort: 1 } },
    })
    assert.match((await refused(host)).message, /did not register within 0\.2 s/)
    assert.equal(existsSync(join(dir, 'launched')), false)
  })
})
