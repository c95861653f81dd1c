/** A temporary machine for tests of the plugin host: a plugin root, logs and records, all of which are removed. */
import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  deployEngine,
  discoverPlugins,
  pluginExecutable,
  pluginLogFile,
  PluginHost,
  type HostEvent,
  type InstalledPlugin,
  type PluginHostOptions,
  type PluginKind,
  type RunningPlugin,
} from '@slipway/host'
import type { CallControl, DeployRequest, Value } from '@slipway/model'
import { isGone, processIdentity } from '@slipway/processes'
import { ProviderClient } from '@slipway/protocol'
import { oneFile } from '../one-file.ts'

const script = join(import.meta.dirname, 'plugin.ts')
const compileCacheDir = join(import.meta.dirname, '../../node_modules/.cache/compile')

export interface Sandbox {
  readonly dir: string
  readonly root: string
  readonly events: HostEvent[]
  /** A file that plugins may write to. */
  readonly file: string
  /** Lays out a plugin with a behaviour of plugin.ts. */
  install(id: string, behaviour: string, kind?: PluginKind): void
  /** Lays out a plugin that is any shell script. */
  installScript(id: string, lines: string, kind?: PluginKind, version?: string): string
  host(options?: Partial<PluginHostOptions>): PluginHost
  log(id: string): string
  /** Everything that plugins have written to `file`; empty if there is no file. */
  read(): string
  lines(): number
}

/** The line of a shell script that becomes a plugin of plugin.ts. */
export function command(behaviour: string, id: string): string {
  return `exec node ${oneFile(script)} ${behaviour} ${id}`
}

/** Lays out a plugin that is a shell script. */
export function layOut(
  root: string,
  id: string,
  lines: string,
  kind: PluginKind = 'provider',
  version = '1.0.0',
): string {
  const file = pluginExecutable(root, kind, id, version)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `#!/bin/sh\n${lines}\n`)
  chmodSync(file, 0o755)
  return file
}

/** A host with all its files in one folder. */
export function hostOptions(dir: string, plugins: readonly InstalledPlugin[], cacheDir: string): PluginHostOptions {
  return {
    plugins,
    logDir: join(dir, 'logs'),
    runtimeDir: join(dir, 'run'),
    compileCacheDir: cacheDir,
    environment: process.env,
    cwd: process.cwd(),
  }
}

/** No pause, and limits that even a busy machine does not reach. A test about a limit sets it itself. */
const patient = { firstPauseMs: 5, graceMs: 20_000, deadlineMs: 60_000, probeMs: 30_000 }

export function sandbox(t: TestContext): Sandbox {
  const dir = mkdtempSync(join(tmpdir(), 'slipway-faulty-'))
  const root = join(dir, 'plugins')
  mkdirSync(root)
  const hosts: PluginHost[] = []
  t.after(async () => {
    await Promise.all(hosts.map((host) => host.stop(500)))
    rmSync(dir, { recursive: true, force: true })
  })
  const box: Sandbox = {
    dir,
    root,
    events: [],
    file: join(dir, 'written-by-plugin'),
    install(id, behaviour, kind) {
      box.installScript(id, `${command(behaviour, id)} ${box.file}`, kind)
    },
    installScript: (id, lines, kind, version) => layOut(root, id, lines, kind, version),
    host(options = {}) {
      const { plugins } = discoverPlugins({ dialects: [deployEngine], roots: [{ path: root, origin: 'environment' }] })
      const host = new PluginHost({
        ...hostOptions(dir, plugins, compileCacheDir),
        onEvent: (event) => box.events.push(event),
        ...patient,
        ...options,
      })
      hosts.push(host)
      return host
    },
    log: (id) => readFileSync(pluginLogFile(join(dir, 'logs'), id), 'utf8'),
    read: () => (existsSync(box.file) ? readFileSync(box.file, 'utf8') : ''),
    lines: () => box.read().split('\n').length - 1,
  }
  return box
}

/** Makes a deploy call with a spec; the plugin answers with its pid. */
export function deployer(plugin: RunningPlugin) {
  const { id, channel, hostId, version } = plugin
  const client = new ProviderClient(channel, { hostId, pluginId: id, pluginVersion: version })
  return (spec: Record<string, Value>, control?: CallControl) =>
    client.deploy({ ...request, type: `${plugin.namespace}/thing`, spec }, control)
}

const request: Omit<DeployRequest, 'type' | 'spec'> = {
  resourceId: 'r1',
  resourceName: 'thing',
  instanceId: 'i1',
  instanceName: 'test',
  changes: { mustRecreate: false, modified: [], added: [], removed: [], unchanged: [], computed: [] },
  context: { config: {}, variables: {} },
}

export function isAlive(pid: number): boolean {
  return !isGone({ ...processIdentity(), pid, processStart: 0 })
}

/** Waits for something that other processes cause. Fails when it does not happen. */
export async function until(condition: () => boolean): Promise<void> {
  const ends = performance.now() + 50_000
  while (!condition()) {
    if (performance.now() > ends) assert.fail(`it never came: ${condition.toString()}`)
    await sleep(10)
  }
}
