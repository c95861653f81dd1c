/**
 * An engine to kill: starts the plugins with the given ids on a plugin root, prints their pids and its guardian's, then waits. `node
 * engine.ts <dir> <id>...`
 */
import { join } from 'node:path'
import { deployEngine, discoverPlugins, PluginHost } from '@slipway/host'

const [dir = '', ...ids] = process.argv.slice(2)
const { plugins } = discoverPlugins({
  dialects: [deployEngine],
  roots: [{ path: join(dir, 'plugins'), origin: 'environment' }],
})
const host = new PluginHost({
  plugins,
  logDir: join(dir, 'logs'),
  runtimeDir: join(dir, 'run'),
  environment: process.env,
  cwd: process.cwd(),
  // A busy machine may need long for a launch.
  deadlineMs: 60_000,
})
await host.start(ids)
console.log(JSON.stringify(host.processes().map(({ pid }) => pid)))
setInterval(() => undefined, 1000)
