import { guarded, RpcServer, saysToken } from '@slipway/protocol'
import type { Language } from '../language.ts'
import { LanguageService } from './service.ts'

/** Pulumi's limit: the schema of a large cloud has tens of megabytes. */
const maxMessageBytes = 400 * 1024 * 1024

/** The variable with a token that every caller has to send: our port is open to every local process. */
const tokenVariable = 'SLIPWAY_LANGUAGE_TOKEN'

/**
 * Runs this process as the language plugin of one language, until it is asked to end. Its last argument is the address of the engine. Its
 * first line of output is its port; the lines after it are the output of programs.
 */
export async function serveLanguage(language: Language, version: string): Promise<void> {
  const token = process.env[tokenVariable]
  delete process.env[tokenVariable]
  const service = new LanguageService(language, {
    version,
    engineAddress: process.argv.at(-1) ?? '',
    print: (stream, chunk) => process[stream].write(chunk),
  })
  const refusal = 'this language plugin serves only the engine that started it'
  const routes =
    token === undefined
      ? service.routes
      : guarded(service.routes, (call) => (saysToken(call, token) ? undefined : refusal))
  const server = new RpcServer(routes, { maxMessageBytes })
  const address = await server.listen({ port: 0 })
  const end = (): void => void service.stop().finally(() => process.exit(0))
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, end)
  // The process that started us is gone, so the output has no reader any more.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', end)
  process.stdout.write(`${'port' in address ? address.port : 0}\n`)
}
