import { decode } from '../../wire/codec/message.ts'
import { ErrorResourceInitFailed, Status } from '../gen/errors.ts'

const typeName = /\/pulumirpc\.ErrorResourceInitFailed$/

/**
 * A plugin's account of a resource that it has made, or changed, and that did not become what it should; `undefined` when
 * its error says nothing like that. Throws on details that cannot be read: they may say so.
 */
export function initFailureIn(statusDetails: Uint8Array | undefined): ErrorResourceInitFailed | undefined {
  if (statusDetails === undefined) return undefined
  const found = decode(Status, statusDetails).details.find(({ typeUrl }) => typeName.test(`/${typeUrl}`))
  return found === undefined ? undefined : decode(ErrorResourceInitFailed, found.value)
}
