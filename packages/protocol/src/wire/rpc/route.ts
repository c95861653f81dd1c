import type { Socket } from 'node:net'
import type { Init } from '../codec/message.ts'

/** An incoming call for its handler. */
export interface IncomingCall {
  /** Aborts when the caller cancels, its deadline passes, or its connection ends. */
  readonly signal: AbortSignal
  /** The caller's connection: the same socket for all calls on it. */
  readonly socket: Socket
  /** Returns the caller's header of this name, which is in small letters. */
  header(name: string): string | undefined
}

export type Handler<Request, Response> = (
  request: Request,
  call: IncomingCall,
) => Init<Response> | Promise<Init<Response>>

/** Answers with any number of messages. The server requests the next message when the last has left, and stops when the call has ended. */
export type StreamHandler<Request, Response> = (request: Request, call: IncomingCall) => AsyncIterable<Init<Response>>

/** An incoming call for its route. */
export interface HandledCall extends IncomingCall {
  /** Reports once, after the read, how many bytes the request takes in memory, approximately. */
  weigh(bytes: number): void
}

/** A method with its handler, ready for a server. */
export interface Route {
  readonly path: string
  /**
   * Takes an encoded request; gives an encoded answer with `answerRoom` bytes free before and behind it, or several with
   * `messageRoom` bytes free before each.
   */
  handle(request: Buffer, call: HandledCall): Promise<Buffer | AsyncIterable<Buffer>>
}
