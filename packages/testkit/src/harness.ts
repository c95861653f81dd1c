import { rmSync } from 'node:fs'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parsePluginId, type Provider } from '@slipway/model'
import { deployEngine, PluginHost, type InstalledPlugin, type RunningPlugin } from '@slipway/host'
import { ProviderClient, TransformerClient } from '@slipway/protocol'
import type { Introduction } from './report.ts'

export interface HarnessOptions {
  /** How long it may take to register, in milliseconds. */
  readonly deadlineMs?: number
  /** Its working directory. Default: a folder that goes with the harness. */
  readonly cwd?: string
  readonly environment?: Readonly<Record<string, string | undefined>>
}

/** A plugin that runs below a real host, with nothing around it. */
export interface Harness {
  readonly running: RunningPlugin
  readonly provider: Provider
  readonly transformer: TransformerClient
  /** A folder that goes with the harness. */
  readonly folder: string
  /** The plugin's output. */
  output(): Promise<string>
  /** Ends the plugin, and leaves nothing behind. */
  close(): Promise<void>
}

/** Starts an executable as the plugin that it says it is. Fails as the host does. */
export async function startHarness(
  file: string,
  plugin: Introduction,
  { deadlineMs, cwd, environment = process.env }: HarnessOptions = {},
): Promise<Harness> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-testkit-'))
  const host = new PluginHost({
    plugins: [installed(file, plugin)],
    logDir: join(folder, 'log'),
    runtimeDir: join(folder, 'run'),
    cwd: cwd ?? folder,
    environment,
    attempts: 1,
    ...(deadlineMs !== undefined && { deadlineMs }),
  })
  // A signal ends the test where it is. The plugin is ended by the host's guardian.
  const removeFolder = (): void => rmSync(folder, { recursive: true, force: true })
  process.once('exit', removeFolder)
  const close = async (): Promise<void> => {
    await host.stop()
    process.off('exit', removeFolder)
    removeFolder()
  }
  try {
    const running = await host.connect(plugin.id)
    const client = { hostId: running.hostId, pluginId: plugin.id, pluginVersion: plugin.version }
    return {
      running,
      provider: new ProviderClient(running.channel, client),
      transformer: new TransformerClient(running.channel, client),
      folder,
      output: () => readFile(join(folder, 'log', plugin.id, 'plugin.log'), 'utf8').catch(() => ''),
      close,
    }
  } catch (thrown) {
    await close()
    throw thrown
  }
}

function installed(file: string, { id, kind, version }: Introduction): InstalledPlugin {
  const namespace = parsePluginId(id)?.plugin ?? id
  return {
    id,
    dialect: deployEngine,
    kind,
    namespace,
    version,
    file,
    root: { path: dirname(file), origin: 'environment' },
  }
}
