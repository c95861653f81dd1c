import { type ClientHttp2Session, connect } from 'node:http2'

import { type CallControl, messageOf } from '@slipway/model'

import { encode, type Init, type Method } from '../codec/message.ts'
import { formatAddress, type LocalAddress, openSocket } from './address.ts'
import { Call } from './call.ts'
import { type RpcChannel, RpcFailure, type RpcFailureCode } from './channel.ts'
import { defaultMaxMessageBytes, prefixBytes, sealFrame } from './frame.ts'
import { Status } from './status.ts'
import { connectionWindow, sessionOptions } from './windows.ts'

export interface ConnectOptions {
  /** Bytes; both ways. */
  readonly maxMessageBytes?: number
}

/** A channel to a gRPC server of this machine. Connects at once; calls may be made without waiting for it. */
export function connectChannel(address: LocalAddress, options: ConnectOptions = {}): RpcChannel {
  return new Http2Channel(address, options.maxMessageBytes ?? defaultMaxMessageBytes)
}

class Http2Channel implements RpcChannel {
  readonly closed: Promise<void>
  readonly #maxMessageBytes: number
  readonly #session: ClientHttp2Session
  readonly #address: string
  readonly #calls = new Set<{ fail(failure: RpcFailure): void }>()
  #connected = false
  #lost: string | undefined

  constructor(address: LocalAddress, maxMessageBytes: number) {
    this.#maxMessageBytes = maxMessageBytes
    this.#address = formatAddress(address)
    // The authority is what every gRPC client says over a local connection; nobody resolves it.
    this.#session = connect('http://localhost', { ...sessionOptions, createConnection: () => openSocket(address) })
    this.#session.on('connect', () => {
      this.#connected = true
      this.#session.setLocalWindowSize(connectionWindow)
    })
    this.#session.on('error', (error) => this.#lose(messageOf(error)))
    // What is under way may still be answered; nothing new is taken.
    this.#session.on('goaway', () => {
      this.#lost ??= 'the peer is going away'
    })
    this.closed = new Promise((resolve) => {
      this.#session.on('close', () => {
        this.#lose('the connection ended')
        resolve()
      })
    })
  }

  call<Request, Response>(
    method: Method<Request, Response>,
    request: Init<Request>,
    control: CallControl = {},
  ): Promise<Response> {
    return new Promise((resolve, reject) => {
      if (this.#lost !== undefined || this.#session.closed || this.#session.destroyed) {
        reject(this.#unreachable(false))
        return
      }
      let frame: Buffer
      try {
        control.signal?.throwIfAborted()
        frame = sealFrame(encode(method.request, request, prefixBytes))
        if (frame.length - prefixBytes > this.#maxMessageBytes) throw this.#tooLarge(method.name, frame.length)
      } catch (error) {
        reject(this.#unsent(method.name, error, control.signal))
        return
      }
      const call = new Call(method, control, this.#maxMessageBytes, {
        resolve,
        reject,
        lost: () =>
          this.#session.destroyed || this.#lost !== undefined ? this.#unreachable(this.#connected) : undefined,
        ended: () => this.#calls.delete(call),
      })
      this.#calls.add(call)
      call.start(this.#session, frame)
    })
  }

  close(): void {
    this.#lose('the connection was closed by this side')
    this.#session.destroy()
  }

  #lose(reason: string): void {
    this.#lost ??= reason
    for (const call of this.#calls) call.fail(this.#unreachable(this.#connected))
  }

  #unreachable(delivered: boolean): RpcFailure {
    const reason = this.#lost ?? 'the connection ended'
    return this.#connected
      ? new RpcFailure('protocol/connection-lost', `the connection to ${this.#address} was lost: ${reason}`, {
          status: Status.unavailable,
          delivered,
        })
      : new RpcFailure('protocol/not-reachable', `no connection to ${this.#address}: ${reason}`, {
          status: Status.unavailable,
          delivered: false,
        })
  }

  #tooLarge(method: string, bytes: number): RpcFailure {
    return new RpcFailure(
      'protocol/message-too-large',
      `the request of ${method} is ${bytes} bytes, more than the ${this.#maxMessageBytes} that a message may have`,
      { status: Status.resourceExhausted, delivered: false },
    )
  }

  #unsent(method: string, error: unknown, signal: AbortSignal | undefined): RpcFailure {
    if (error instanceof RpcFailure) return error
    const code: RpcFailureCode = signal?.aborted === true ? 'protocol/cancelled' : 'protocol/bad-message'
    return new RpcFailure(code, `${method} was not sent: ${messageOf(error)}`, {
      status: Status.cancelled,
      delivered: false,
      cause: error,
    })
  }
}
