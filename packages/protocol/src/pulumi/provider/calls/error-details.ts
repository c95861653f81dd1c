import { type Codec, decode } from '../../../wire/codec/message.ts'
import { messageOf } from '@slipway/model'
import { RpcFailure } from '../../../wire/rpc/channel.ts'
import {
  ConfigureErrorMissingKeys,
  ErrorCause,
  ErrorResourceInitFailed,
  InputPropertiesError,
  Status,
} from '../../gen/errors.ts'

/**
 * Reads a plugin's report about a resource that it created or changed, but not completely; `undefined` when the error has no such report.
 * @throws when the details cannot be read: they may contain such a report
 */
export function initFailureIn(statusDetails: Uint8Array | undefined): ErrorResourceInitFailed | undefined {
  return detailIn(statusDetails, 'ErrorResourceInitFailed', ErrorResourceInitFailed)
}

/**
 * Returns further reasons in a plugin's error, as sentences; usually none.
 * @throws when the details cannot be read
 */
export function reasonsIn(statusDetails: Uint8Array | undefined): readonly string[] {
  const missing = detailIn(statusDetails, 'ConfigureErrorMissingKeys', ConfigureErrorMissingKeys)?.missingKeys ?? []
  const wrong = detailIn(statusDetails, 'InputPropertiesError', InputPropertiesError)?.errors ?? []
  const cause = detailIn(statusDetails, 'ErrorCause', ErrorCause)?.message ?? ''
  return [
    ...(cause === '' ? [] : [cause]),
    ...missing.map(({ name, description }) => `the setting ${name} is missing${description && `: ${description}`}`),
    ...wrong.map(({ propertyPath, reason }) => `${propertyPath}: ${reason}`),
  ]
}

/** Returns the message of a plugin's failed call in Pulumi's words for programs; other errors keep their own message. */
export function toldAsByPulumi(error: unknown): string {
  const { cause: failure } = error instanceof Error ? error : { cause: undefined }
  if (!(failure instanceof RpcFailure) || !failure.ended) return messageOf(error)
  const { statusMessage = '', statusDetails } = failure
  try {
    const half = initFailureIn(statusDetails)
    if (half !== undefined) return listed(half.reasons)
    const cause = detailIn(statusDetails, 'ErrorCause', ErrorCause)
    return cause === undefined ? statusMessage : `${statusMessage}: ${cause.message}`
  } catch {
    return statusMessage
  }
}

/** Lists several errors in the form of Go programs. */
function listed(reasons: readonly string[]): string {
  if (reasons.length === 0) return 'resource init failed'
  const lines = reasons.map((reason) => `* ${reason}`).join('\n\t')
  return `${reasons.length === 1 ? '1 error' : `${reasons.length} errors`} occurred:\n\t${lines}\n\n`
}

function detailIn<T>(statusDetails: Uint8Array | undefined, name: string, codec: Codec<T>): T | undefined {
  if (statusDetails === undefined) return undefined
  const found = decode(Status, statusDetails).details.find(({ typeUrl }) =>
    `/${typeUrl}`.endsWith(`/pulumirpc.${name}`),
  )
  return found === undefined ? undefined : decode(codec, found.value)
}
