import { type CallControl, Failure, type FailureDetails } from '@slipway/model'

import type { Init, Method, StreamMethod } from '../codec/message.ts'

/** One connection to a peer that answers calls. Its users need not know that it is gRPC over HTTP/2. */
export interface RpcChannel {
  /** Makes a call. Fails only with an RpcFailure. */
  call<Request, Response>(
    method: Method<Request, Response>,
    request: Init<Request>,
    control?: CallControl,
  ): Promise<Response>
  /**
   * Returns the messages of an answer, in their order, as fast as they are taken: the rest waits at the peer. The call begins with the
   * first request for a message. Leaving the loop cancels it. Fails only with an RpcFailure.
   */
  stream<Request, Response>(
    method: StreamMethod<Request, Response>,
    request: Init<Request>,
    control?: CallControl,
  ): AsyncIterable<Response>
  /** Ends the connection at once; calls under way fail. */
  close(): void
  /** Resolves when the connection is gone, whichever side ended it. Never rejects. */
  readonly closed: Promise<void>
}

/**
 * - `protocol/not-reachable`: no connection could be made
 * - `protocol/connection-lost`: it ended, before or during the call
 * - `protocol/deadline-exceeded`, `protocol/cancelled`
 * - `protocol/message-too-large`, `protocol/compressed-message`, `protocol/bad-message`: one side cannot take what the other sent
 * - `protocol/unimplemented`: the peer does not have the method
 * - `protocol/refused`: any other status of the peer
 * - `host/…`: who runs the peer knows better why, such as that its process has ended
 */
export type RpcFailureCode =
  | 'protocol/not-reachable'
  | 'protocol/connection-lost'
  | 'protocol/deadline-exceeded'
  | 'protocol/cancelled'
  | 'protocol/message-too-large'
  | 'protocol/compressed-message'
  | 'protocol/bad-message'
  | 'protocol/unimplemented'
  | 'protocol/refused'
  | `host/${string}`

export interface RpcFailureDetails extends FailureDetails {
  readonly status: number
  /** True when the peer may have received the request and acted on it. */
  readonly delivered: boolean
  /** True when the peer has ended the call itself, with a status, and no longer works on it. */
  readonly ended?: boolean
  /** The message in the peer's status, unchecked. */
  readonly statusMessage?: string
  /** The details in the peer's status, unchecked: `grpc-status-details-bin`. */
  readonly statusDetails?: Uint8Array
  /** Resolves when the work on the call has ended, if this is tracked. Never rejects. */
  readonly over?: Promise<void>
}

/** A call that ended without an answer. */
export class RpcFailure extends Failure {
  override readonly name = 'RpcFailure'
  declare readonly code: RpcFailureCode
  readonly status: number
  readonly delivered: boolean
  readonly ended: boolean
  readonly statusMessage: string | undefined
  readonly statusDetails: Uint8Array | undefined
  readonly over: Promise<void> | undefined

  constructor(code: RpcFailureCode, message: string, details: RpcFailureDetails) {
    super(code, message, details)
    this.status = details.status
    this.delivered = details.delivered
    this.ended = details.ended ?? false
    this.statusMessage = details.statusMessage
    this.statusDetails = details.statusDetails
    this.over = details.over
  }
}
