import { Failure, messageOf } from '@slipway/model'
import { providerRoutes, servePlugin, takePrivateLaunch, transformerRoutes, type ServedPlugin } from '@slipway/protocol'
import { attach, attachPort } from './attached.ts'
import type { DefinedProvider } from '../provider/define-provider.ts'
import type { DefinedTransformer } from '../transformer/define-transformer.ts'
import type { LogSink } from '../calls/log.ts'

/** Taken while the SDK loads, so that the plugin's code and its child processes find nothing of it. */
const launch = takePrivateLaunch(process.env)

/** How long calls under way may take to end when the plugin is asked to. */
const graceMs = 5000

export interface ServeOptions {
  /** The address to listen at: a port of 127.0.0.1, or the path of a unix socket. Default: the host's wish, or a free port. */
  readonly listen?: { readonly port: number } | { readonly socket: string }
}

/**
 * Makes this process the plugin: listens, registers with the host that started it, answers until it is asked to end.
 * Resolves once registered. Ends the process with 0 after SIGTERM, with 1 when there is no host or it refuses, and at
 * once when its host is gone.
 */
export async function serve(
  plugin: DefinedProvider | DefinedTransformer,
  { listen }: ServeOptions = {},
): Promise<void> {
  reportAccidents(plugin.log)
  // Ctrl-C reaches every process of the terminal; the host decides which ones end, and when
  process.on('SIGINT', () => {})
  const port = attachPort(process.env)
  const options: Parameters<typeof servePlugin>[0] = {
    kind: 'kind' in plugin ? plugin.kind : 'provider',
    pluginId: plugin.id,
    version: plugin.version,
    metadata: { displayName: plugin.displayName, plainTextDescription: plugin.description },
    routes: (hostId, gatewayOf) =>
      'kind' in plugin ? transformerRoutes(plugin, hostId) : providerRoutes(plugin, hostId, gatewayOf),
    launch,
    ...(listen !== undefined && { listen: addressOf(listen) }),
  }
  if (port !== undefined)
    return await attach(
      () => servePlugin({ ...options, host: { port } }),
      (what) => plugin.log('info', `${plugin.id} ${what}`),
    )
  const serving = servePlugin(options)
  const ending = endOnRequest(serving, plugin.log)
  try {
    endWithHost(await serving, ending, plugin.log)
  } catch (thrown) {
    const hint = thrown instanceof Failure && thrown.hint !== undefined ? `; ${thrown.hint}` : ''
    plugin.log('error', messageOf(thrown) + hint)
    process.exitCode = 1
  }
}

function addressOf(listen: NonNullable<ServeOptions['listen']>) {
  return 'port' in listen ? listen : { socketPath: listen.socket }
}

/** A plugin that is asked to end before the host has answered its registration also deregisters. The signal aborts when it is asked. */
function endOnRequest(serving: Promise<ServedPlugin>, log: LogSink): AbortSignal {
  const asked = new AbortController()
  const end = async (): Promise<void> => {
    try {
      await (await serving).close(graceMs)
      process.exit(0)
    } catch (thrown) {
      log('error', `could not end in order: ${messageOf(thrown)}`)
      process.exit(1)
    }
  }
  process.once('SIGTERM', () => {
    // a second signal means that the sender does not want to wait
    process.once('SIGTERM', () => process.exit(0))
    asked.abort()
    void end()
  })
  return asked.signal
}

/**
 * A host ends its plugins, or else its guardian does. When both were killed, the lost connection shows it: nobody waits for an answer any
 * more, and remaining work could only surprise the next host.
 */
function endWithHost({ host }: ServedPlugin, asked: AbortSignal, log: LogSink): void {
  void host.closed.then(() => {
    if (asked.aborted) return
    log('error', 'the host is gone: this plugin ends, with everything that it started')
    killOwnGroup()
    process.exit(1)
  })
}

/** Under Slipway's own host, a plugin leads a process group with the processes that it has started. */
function killOwnGroup(): void {
  try {
    process.kill(-process.pid, 'SIGKILL')
  } catch {
    // The process leads no group.
  }
}

/**
 * A promise that nobody waits for and that fails is a mistake in one call: it is reported, the others go on. After an
 * exception that nobody caught nothing can be relied on: it is reported, and the process ends.
 */
function reportAccidents(log: LogSink): void {
  process.on('unhandledRejection', (thrown) => log('error', `a promise failed without a handler: ${textOf(thrown)}`))
  process.on('uncaughtException', (thrown) => {
    log('error', `an uncaught exception: ${textOf(thrown)}`)
    process.exit(70)
  })
}

function textOf(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
}
