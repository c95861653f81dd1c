import { rmSync } from 'node:fs'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parsePluginId, type Provider } from '@slipway/model'
import {
  deployEngine,
  type Dialect,
  PluginHost,
  type InstalledPlugin,
  type RunningPlugin,
  terraform,
} from '@slipway/host'
import { TransformerClient } from '@slipway/protocol'
import { terraformProviderAt } from './executable-at.ts'
import type { Introduction } from './report.ts'

export interface HarnessOptions {
  /** How long it may take to register, in milliseconds. */
  readonly deadlineMs?: number
  /** Its working directory. Default: a folder that is removed with the harness. */
  readonly cwd?: string
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** Ends the start of the plugin, which then fails. */
  readonly signal?: AbortSignal | undefined
}

/** A plugin under a real host, with nothing around it. */
export interface Harness {
  readonly dialect: Dialect
  readonly running: RunningPlugin
  readonly provider: Provider
  readonly transformer: TransformerClient
  /** A folder that is removed with the harness. */
  readonly folder: string
  /** The plugin's output. */
  output(): Promise<string>
  /** Ends the plugin, and leaves nothing behind. */
  close(): Promise<void>
}

/** Starts an executable as the plugin that it claims to be. Fails as the host does. */
export async function startHarness(
  file: string,
  plugin: Introduction,
  { deadlineMs, cwd, environment = process.env, signal }: HarnessOptions = {},
): Promise<Harness> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-testkit-'))
  const dialect = terraformProviderAt(file) === undefined ? deployEngine : terraform
  const launched = installed(file, plugin, dialect)
  const host = new PluginHost({
    plugins: [launched],
    logDir: join(folder, 'log'),
    runtimeDir: join(folder, 'run'),
    cwd: cwd ?? folder,
    environment,
    attempts: 1,
    ...(deadlineMs !== undefined && { deadlineMs }),
  })
  // A signal ends the test at once. The host's guardian ends the plugin.
  const removeFolder = (): void => rmSync(folder, { recursive: true, force: true })
  process.once('exit', removeFolder)
  const close = async (): Promise<void> => {
    await host.stop()
    process.off('exit', removeFolder)
    removeFolder()
  }
  const stop = (): void => void host.stop()
  signal?.addEventListener('abort', stop)
  try {
    const running = await host.connect(plugin.id)
    const client = { hostId: running.hostId, pluginId: plugin.id, pluginVersion: plugin.version }
    return {
      dialect,
      running,
      provider: dialect.provider(running, {
        configuredAs: launched.namespace,
        settingsAt: '"config" in the exercises',
      }),
      transformer: new TransformerClient(running.channel, client),
      folder,
      output: () => readFile(join(folder, 'log', plugin.id, 'plugin.log'), 'utf8').catch(() => ''),
      close,
    }
  } catch (thrown) {
    await close()
    throw thrown
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}

function installed(file: string, { id, kind, version }: Introduction, dialect: Dialect): InstalledPlugin {
  const own = parsePluginId(id)?.plugin ?? id.slice(id.lastIndexOf('/') + 1)
  // A project chooses the key of such a provider; this is the one that Slipway proposes.
  const namespace = dialect.isNamedByProject === true ? `tf${own}` : own
  return {
    id,
    dialect,
    kind,
    namespace,
    version,
    file,
    root: { path: dirname(file), origin: 'environment' },
  }
}
