import { isList, isMap, messageOf, type PluginErrorCode, PluginFailure, type Value } from '@slipway/model'

import type { Init } from '../../../wire/codec/message.ts'
import { ErrorCode, type ErrorResponse } from '../../gen/sharedtypesv1.ts'
import { jsonFromWire, jsonToWire } from '../values/json.ts'
import { plainLines, plainWords } from '../../../plain-words.ts'

const codes: Readonly<Record<number, PluginErrorCode>> = {
  [ErrorCode.TRANSIENT]: 'TRANSIENT',
  [ErrorCode.BAD_INPUT]: 'BAD_INPUT',
}

/** The call that failed. `method` is the name in the documents: `provider.Resource.Deploy`. */
export interface CallName {
  readonly pluginId: string
  readonly method: string
}

/** Converts a plugin's account of a failure. A code that the protocol does not know counts as UNEXPECTED. */
export function failureFromWire(error: ErrorResponse, call: CallName): PluginFailure {
  const message = plainWords(error.message) || 'the plugin gave no reason'
  const { failureReasons, hint } = detailsOf(error)
  const nextStep = typeof hint === 'string' ? plainWords(hint).trim() : ''
  return new PluginFailure('protocol/plugin-error', message, {
    ...call,
    pluginErrorCode: codes[error.code] ?? 'UNEXPECTED',
    reasons: reasonsOf(failureReasons),
    refused: error.slipwayRefused,
    ...(nextStep === '' ? {} : { hint: nextStep }),
  })
}

function detailsOf(error: ErrorResponse): Readonly<Record<string, Value>> {
  try {
    const details = jsonFromWire(error.details)
    return isMap(details) ? details : {}
  } catch {
    // Details that are not JSON are dropped; the message still arrives.
    return {}
  }
}

/** Reads `details.failureReasons`, a list or a single text; the caller falls back to the message. */
function reasonsOf(reasons: Value | undefined): string[] {
  if (typeof reasons === 'string') return reasons.trim() === '' ? [] : plainLines([reasons])
  if (reasons === undefined || !isList(reasons)) return []
  return plainLines(reasons.map((reason) => (typeof reason === 'string' ? reason : JSON.stringify(reason))))
}

/** The error for a request that never reached the provider. */
export class Unheard extends Error {}

/** Converts any error that a provider throws, for the answer to its host. Every error but a PluginFailure is unexpected. */
export function failureToWire(thrown: unknown): Init<ErrorResponse> {
  if (thrown instanceof Unheard) return { code: ErrorCode.UNEXPECTED, message: thrown.message, slipwayRefused: true }
  if (!(thrown instanceof PluginFailure)) return { code: ErrorCode.UNEXPECTED, message: messageOf(thrown) }
  const { message, reasons, hint, pluginErrorCode, refused } = thrown
  const given = reasons.length > 1 || reasons[0] !== message
  // A hint travels together with the reasons: not every host falls back to the message when there are details.
  const details = { failureReasons: [...reasons], ...(hint === undefined ? {} : { hint }) }
  return {
    code: ErrorCode[pluginErrorCode],
    message,
    ...(refused ? { slipwayRefused: true } : {}),
    ...(given || hint !== undefined ? { details: jsonToWire(details) } : {}),
  }
}
