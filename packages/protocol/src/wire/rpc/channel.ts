import { type CallControl, Failure, type FailureDetails } from '@slipway/model'

import type { Init, Method, StreamMethod } from '../codec/message.ts'

/** One connection to a peer that answers calls. Its users need not know that it is gRPC over HTTP/2. */
export interface RpcChannel {
  /** Fails with an RpcFailure and nothing else. */
  call<Request, Response>(
    method: Method<Request, Response>,
    request: Init<Request>,
    control?: CallControl,
  ): Promise<Response>
  /**
   * The messages of an answer, in their order, as fast as they are taken: the rest waits at the peer. The call begins with the first
   * request for a message. Leaving the loop cancels it. Fails with an RpcFailure and nothing else.
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
  /** True when the peer may have received the request: it may have acted on it. */
  readonly delivered: boolean
  /** True when the peer has ended the call itself, with a status: it is not at it any more. */
  readonly ended?: boolean
  /** The peer's own words of its status, which nobody has checked. */
  readonly statusMessage?: string
  /** The peer's details of its status: `grpc-status-details-bin`, which nobody has checked. */
  readonly statusDetails?: Uint8Array
  /** Resolves when nobody works on the call any more, if anyone keeps track of that. Never rejects. */
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
