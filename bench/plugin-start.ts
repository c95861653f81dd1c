/**
 * Start of 1, 10 and 50 plugin processes, from launch until all are registered and answer, through the plugin host and,
 * in turns with it, by a bare spawn of the same processes that waits for their registrations and does nothing else.
 *
 *     node bench/plugin-start.ts [--runs=5]
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { deployEngine, discoverPlugins, PluginHost, type InstalledPlugin } from '@slipway/host'
import { closedGatewayRoutes, route, RpcServer, Service } from '@slipway/protocol'
import { hostOptions, layOut } from '../test/faulty/sandbox.ts'

const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' } } })
const plugin = join(import.meta.dirname, '../test/faulty/plugin.ts')
const dir = mkdtempSync(join(tmpdir(), 'slipway-bench-'))
const compileCacheDir = join(dir, 'compile')

function install(count: number): readonly InstalledPlugin[] {
  const root = join(dir, `plugins-${count}`)
  for (let index = 0; index < count; index++) {
    const id = `bench/p${index}`
    layOut(root, id, `exec ${process.execPath} ${plugin} good ${id}`)
  }
  return discoverPlugins({ dialects: [deployEngine], roots: [{ path: root, origin: 'environment' }] }).plugins
}

async function throughHost(plugins: readonly InstalledPlugin[]): Promise<number> {
  const host = new PluginHost(hostOptions(dir, plugins, compileCacheDir))
  const started = performance.now()
  await host.start(plugins.map(({ id }) => id))
  const took = performance.now() - started
  await host.stop()
  return took
}

async function bare(plugins: readonly InstalledPlugin[]): Promise<number> {
  const all = Promise.withResolvers<void>()
  let registered = 0
  const routes = [
    route(Service.Register, () => {
      if (++registered === plugins.length) all.resolve()
      return { success: true, hostId: 'bench' }
    }),
    ...closedGatewayRoutes(),
  ]
  // The host has a door for each plugin. Here, all plugins come in by the same one.
  const server = new RpcServer(routes, { maxConnections: Number.POSITIVE_INFINITY })
  const address = await server.listen()
  const port = String('port' in address ? address.port : 0)
  const env = { ...process.env, SLIPWAY_PLUGIN_SERVICE_PORT: port, NODE_COMPILE_CACHE: compileCacheDir }
  const started = performance.now()
  const children = plugins.map(({ file }) => spawn(file, { env, stdio: 'ignore' }))
  for (const child of children) child.once('exit', (code) => all.reject(new Error(`a plugin exited with ${code}`)))
  try {
    await all.promise
    return performance.now() - started
  } finally {
    await Promise.all(children.map(killed))
    await server.close()
  }
}

function killed(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.removeAllListeners('exit')
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}

try {
  console.log('plugins      host      bare   ratio   (median ms until all are ready)')
  for (const count of [1, 10, 50]) {
    const plugins = install(count)
    await throughHost(plugins)
    const times: { host: number[]; bare: number[] } = { host: [], bare: [] }
    for (let run = 0; run < Number(values.runs); run++) {
      times.host.push(await throughHost(plugins))
      times.bare.push(await bare(plugins))
    }
    const [host, limit] = [median(times.host), median(times.bare)]
    const cells = [String(count).padStart(7), host.toFixed(0).padStart(9), limit.toFixed(0).padStart(9)]
    console.log(`${cells.join(' ')} ${(host / limit).toFixed(2).padStart(7)}`)
  }
} finally {
  rmSync(dir, { recursive: true, force: true })
}
