import { Failure, PluginFailure, type PluginErrorCode } from '@slipway/model'
import { CallError, reasonsOf, sentenceOf } from '../errors.ts'
import type { LogSink } from './log.ts'

interface GuardedCall {
  readonly pluginId: string
  /** The name in the documents: `provider.Resource.Deploy`. */
  readonly method: string
  readonly log: LogSink
}

/**
 * Runs the plugin's own code. Any thrown value becomes a PluginFailure; unexpected ones are logged.
 * @param hasMadeNothing decides whether a thrown value proves that nothing was made, when it carries more than the plugin's code says
 */
export async function guarded<T>(
  { pluginId, method, log }: GuardedCall,
  run: () => T | Promise<T>,
  hasMadeNothing: (thrown: unknown) => boolean = () => false,
): Promise<T> {
  try {
    return await run()
  } catch (thrown) {
    if (!(thrown instanceof CallError)) log('error', `${method}: ${stackOf(thrown)}`)
    throw failureOf(thrown, { pluginId, method, refused: hasMadeNothing(thrown) })
  }
}

const failureCodes: Readonly<Record<PluginErrorCode, string>> = {
  UNEXPECTED: 'sdk/unexpected',
  TRANSIENT: 'sdk/transient',
  BAD_INPUT: 'sdk/bad-input',
}

interface Call {
  readonly pluginId: string
  readonly method: string
  readonly refused: boolean
}

function failureOf(thrown: unknown, call: Call): PluginFailure {
  if (thrown instanceof PluginFailure) return thrown
  const pluginErrorCode = thrown instanceof CallError ? thrown.pluginErrorCode : 'UNEXPECTED'
  return new PluginFailure(failureCodes[pluginErrorCode], sentenceOf(thrown), {
    ...call,
    refused: call.refused || (thrown instanceof CallError && thrown.refused),
    pluginErrorCode,
    reasons: reasonsOf(thrown),
    ...((thrown instanceof CallError || thrown instanceof Failure) &&
      thrown.hint !== undefined && { hint: thrown.hint }),
    cause: thrown,
  })
}

function stackOf(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
}
