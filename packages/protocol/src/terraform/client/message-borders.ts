import { messageOf } from '@slipway/model'
import type { Init } from '../../wire/codec/message.ts'
import { RpcFailure } from '../../wire/rpc/channel.ts'
import { Status } from '../../wire/rpc/status.ts'
import { diagnosticsFromWire, identityFromWire, valueFromWire, valueToWire } from '../convert/message-parts.ts'
import type { CtyValue } from '../cty/value.ts'
import type { Timestamp } from '../gen/google-protobuf-timestamp.ts'
import type { CallFunctionResponse, Deferred, DynamicValue, ListResourceEvent, ToldResponse } from '../gen/tfplugin.ts'
import type { FunctionSchema, TypeSchema } from '../schema/schema.ts'
import type {
  Deferrable,
  EphemeralLease,
  FunctionProblem,
  IdentifiedType,
  ListedResource,
  RecordedState,
  Told,
} from './client.ts'

/** The called provider and the subject of the call, for messages. */
export interface Called {
  readonly pluginId: string
  readonly method: string
}

/** Makes a request; a request that cannot be made is not sent. */
export function prepared<Request>({ pluginId, method }: Called, request: () => Request): Request {
  try {
    return request()
  } catch (error) {
    throw new RpcFailure('protocol/bad-message', `${method} was not sent to ${pluginId}: ${messageOf(error)}`, {
      status: Status.invalidArgument,
      delivered: false,
      cause: error,
    })
  }
}

export function understood<Result>({ pluginId, method }: Called, read: () => Result, what = 'its answer'): Result {
  try {
    return read()
  } catch (error) {
    throw new RpcFailure(
      'protocol/bad-message',
      `${pluginId} was asked for ${method}, and ${what} is not valid: ${messageOf(error)}`,
      {
        status: Status.internal,
        delivered: true,
        cause: error,
      },
    )
  }
}

export function told({ diagnostics }: Pick<ToldResponse, 'diagnostics'>): Told {
  return { diagnostics: diagnosticsFromWire(diagnostics) }
}

export function configOf(type: TypeSchema, config: CtyValue): { typeName: string; config: Init<DynamicValue> } {
  return { typeName: type.name, config: valueToWire(type.type, config) }
}

export function rawState({ json }: RecordedState): { json: Uint8Array } {
  return { json: Buffer.from(json) }
}

const reasons = new Map<number, NonNullable<Deferrable['deferred']>>([
  [1, 'resource-config-unknown'],
  [2, 'provider-config-unknown'],
  [3, 'absent-prerequisite'],
])

export function deferral(deferred: Deferred | undefined): Deferrable {
  return deferred === undefined ? {} : { deferred: reasons.get(deferred.reason) ?? 'unknown' }
}

export function lease(answer: {
  readonly renewAt: Timestamp | undefined
  readonly private: Uint8Array | undefined
}): EphemeralLease {
  const { renewAt, private: held } = answer
  return {
    ...(renewAt !== undefined && { renewAt: Number(renewAt.seconds) * 1000 + Math.floor(renewAt.nanos / 1e6) }),
    ...(held !== undefined && { private: held }),
  }
}

export function functionAnswer(
  schema: FunctionSchema,
  { result, error }: CallFunctionResponse,
): { readonly result: CtyValue; readonly error?: FunctionProblem } {
  if (error === undefined) return { result: valueFromWire(schema.returns, result) }
  const { text, functionArgument } = error
  return {
    result: null,
    error: { text, ...(functionArgument !== undefined && { argument: Number(functionArgument) }) },
  }
}

export function listed({ identity: schema, type }: IdentifiedType, event: ListResourceEvent): ListedResource {
  const { displayName, resourceObject, diagnostic } = event
  return {
    displayName,
    identity: identityFromWire(schema, event.identity).identity ?? null,
    ...(resourceObject !== undefined && { object: valueFromWire(type, resourceObject) }),
    diagnostics: diagnosticsFromWire(diagnostic),
  }
}
