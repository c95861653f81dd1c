import { setTimeout as sleep } from 'node:timers/promises'
import { messageOf, type CallControl } from '@slipway/model'
import { plainWords, ProviderMethods, TransformerMethods, type ErrorResponse, type RpcChannel } from '@slipway/protocol'
import { answersAnything } from '../answers-anything.ts'

const pauseMs = 5

/**
 * Asks the plugin for its name until it answers as a plugin that knows our host id: true, or why not. An SDK learns
 * the id from our answer to its registration and refuses every call until that has arrived.
 */
export async function answersAsRegistered(
  channel: RpcChannel,
  kind: string,
  withinMs: number,
  signal: AbortSignal,
): Promise<true | string> {
  const end = performance.now() + withinMs
  for (;;) {
    const left = Math.max(1, Math.ceil(end - performance.now()))
    const problem = await askName(channel, kind, { deadlineMs: left, signal })
    if (problem === undefined) return true
    if (!problem.startsWith('invalid host ID') || left <= pauseMs) return problem
    await sleep(pauseMs)
  }
}

/** See `Dialect.isResponsive`. */
export function isResponsive(channel: RpcChannel, kind: string, withinMs: number): Promise<boolean> {
  return answersAnything(call(channel, kind, { deadlineMs: withinMs }))
}

async function askName(channel: RpcChannel, kind: string, control: CallControl) {
  try {
    const { errorResponse } = await call(channel, kind, control)
    return errorResponse && plainWords(errorResponse.message)
  } catch (error) {
    return messageOf(error)
  }
}

function call(
  channel: RpcChannel,
  kind: string,
  control: CallControl,
): Promise<{ errorResponse: ErrorResponse | undefined }> {
  return kind === 'provider'
    ? channel.call(ProviderMethods.GetNamespace, {}, control)
    : channel.call(TransformerMethods.GetTransformName, {}, control)
}
