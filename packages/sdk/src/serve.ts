import { Failure, messageOf } from '@slipway/model'
import { providerRoutes, servePlugin, type ServedPlugin } from '@slipway/protocol'
import type { DefinedProvider } from './define-provider.ts'
import type { LogSink } from './log.ts'

/** How long calls under way may take to end when the plugin is asked to. */
const graceMs = 5000

/**
 * Makes this process the plugin: listens, registers with the host that started it, answers until it is asked to end.
 * Resolves once registered. Ends the process with 0 after SIGTERM, with 1 when there is no host or it refuses.
 */
export async function serve(provider: DefinedProvider): Promise<void> {
  reportAccidents(provider.log)
  // Ctrl-C reaches every process of the terminal; what is to end, and when, is the host's to say
  process.on('SIGINT', () => {})
  const serving = servePlugin({
    kind: 'provider',
    pluginId: provider.id,
    version: provider.version,
    metadata: { displayName: provider.displayName, plainTextDescription: provider.description },
    routes: (hostId) => providerRoutes(provider, hostId),
  })
  endOnRequest(serving, provider.log)
  try {
    await serving
  } catch (thrown) {
    const hint = thrown instanceof Failure && thrown.hint !== undefined ? `; ${thrown.hint}` : ''
    provider.log('error', messageOf(thrown) + hint)
    process.exitCode = 1
  }
}

/** Also one that is asked before the host has answered its registration says good-bye. */
function endOnRequest(serving: Promise<ServedPlugin>, log: LogSink): void {
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
    // who asks twice does not want to wait
    process.once('SIGTERM', () => process.exit(0))
    void end()
  })
}

/**
 * A promise that nobody waits for and that fails is a mistake in one call: it is reported, the others go on. After an
 * exception that nobody caught nothing can be relied on: it is reported, and the process ends.
 */
function reportAccidents(log: LogSink): void {
  process.on('unhandledRejection', (thrown) =>
    log('error', `a promise failed that nobody waits for: ${textOf(thrown)}`),
  )
  process.on('uncaughtException', (thrown) => {
    log('error', `an exception that nobody caught: ${textOf(thrown)}`)
    process.exit(70)
  })
}

function textOf(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
}
