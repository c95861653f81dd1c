import { type Codec, decode } from '../../wire/codec/message.ts'
import { ConfigureErrorMissingKeys, ErrorResourceInitFailed, InputPropertiesError, Status } from '../gen/errors.ts'

/**
 * A plugin's account of a resource that it has made, or changed, and that did not become what it should; `undefined` when
 * its error says nothing like that. Throws on details that cannot be read: they may say so.
 */
export function initFailureIn(statusDetails: Uint8Array | undefined): ErrorResourceInitFailed | undefined {
  return detailIn(statusDetails, 'ErrorResourceInitFailed', ErrorResourceInitFailed)
}

/** What else a plugin's error says, in sentences; mostly nothing. Throws on details that cannot be read. */
export function reasonsIn(statusDetails: Uint8Array | undefined): readonly string[] {
  const missing = detailIn(statusDetails, 'ConfigureErrorMissingKeys', ConfigureErrorMissingKeys)?.missingKeys ?? []
  const wrong = detailIn(statusDetails, 'InputPropertiesError', InputPropertiesError)?.errors ?? []
  return [
    ...missing.map(({ name, description }) => `the setting ${name} is missing${description && `: ${description}`}`),
    ...wrong.map(({ propertyPath, reason }) => `${propertyPath}: ${reason}`),
  ]
}

function detailIn<T>(statusDetails: Uint8Array | undefined, name: string, codec: Codec<T>): T | undefined {
  if (statusDetails === undefined) return undefined
  const found = decode(Status, statusDetails).details.find(({ typeUrl }) =>
    `/${typeUrl}`.endsWith(`/pulumirpc.${name}`),
  )
  return found === undefined ? undefined : decode(codec, found.value)
}
