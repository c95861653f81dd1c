import { prefixBytes } from '../../rpc/prefixed-message.ts'
import { Flag, frameOf, FrameType, numberFrame } from '../frames.ts'
import { preface } from '../greeting.ts'
import { encodeHeaders } from '../header-encoder.ts'
import type { ErrorName } from '../http2-error.ts'

/**
 * The state of a stream when the case begins, as the side that is tested sees it:
 * - `idle`: nobody has opened it
 * - `open`: a server has the headers of a request; a client has sent a request and waits
 * - `begun`: the same for a server; a client has the headers of the answer
 * - `ended`: a server has a whole request and works on it
 * - `over`: request and answer are whole
 * - `givenUp`: a server has refused it, a client's caller has cancelled it, before the other side had ended it
 */
export type State = 'idle' | 'open' | 'begun' | 'ended' | 'over' | 'givenUp'

/** The required outcome of a case: other calls go on, or an error of RFC 9113, section 7, ends the connection or a stream. */
export type Outcome =
  | 'goes on'
  | { readonly connection: ErrorName }
  | { readonly stream: ErrorName; readonly of?: number }

type Side = 'server' | 'client'

/** The tested side, and the state of the stream; `both` tests one side after the other. Without a state the stream is idle. */
type Where = Side | 'both' | `${Side | 'both'} ${State | 'bare'}`

/**
 * A row of the table. The section belongs to RFC 9113; `HPACK …` to RFC 7541. `bare`: the bytes come without the greeting that opens a
 * connection.
 */
export type Row = readonly [
  section: string,
  name: string,
  where: Where,
  send: Buffer | readonly Buffer[] | (() => Iterable<Buffer>),
  outcome: Outcome,
]

/** A row, for one side. */
export interface Case {
  readonly name: string
  readonly state: State
  readonly isBare: boolean
  readonly outcome: Outcome
  readonly pieces: () => Iterable<Buffer>
}

export function casesFor(tested: Side, rows: readonly Row[]): readonly Case[] {
  return rows.flatMap(([section, name, where, send, outcome]) => {
    const [side, state = 'idle'] = where.split(' ')
    if (side !== 'both' && side !== tested) return []
    const pieces = typeof send === 'function' ? send : () => (Buffer.isBuffer(send) ? [send] : send)
    const isBare = state === 'bare'
    return [{ name: `${section} ${name}`, state: isBare ? 'idle' : (state as State), isBare, outcome, pieces }]
  })
}

/**
 * The streams of a case: the stream under test; a stream above it, which is never opened; a stream far above for a call that must go on.
 */
export const stream = 1
export const later = 3
export const much = 20_001

export const none = Buffer.alloc(0)
export { preface }

export function bytes(...numbers: readonly number[]): Buffer {
  return Buffer.from(numbers)
}

export function data(id: number, payload: Uint8Array = bytes(0), flags = 0): Buffer {
  return frameOf(FrameType.data, flags, id, payload)
}

/** Makes headers in a single frame. */
export function headers(id: number, block: Uint8Array, flags = 0): Buffer {
  return frameOf(FrameType.headers, Flag.endHeaders | flags, id, block)
}

/** Makes headers that continue in further frames. */
export function openHeaders(id: number, block: Uint8Array): Buffer {
  return frameOf(FrameType.headers, 0, id, block)
}

export function continuation(id: number, block: Uint8Array, flags = 0): Buffer {
  return frameOf(FrameType.continuation, flags, id, block)
}

export function settings(payload: Uint8Array = none, flags = 0, id = 0): Buffer {
  return frameOf(FrameType.settings, flags, id, payload)
}

export function setting(id: number, value: number): Buffer {
  const payload = Buffer.alloc(6)
  payload.writeUInt16BE(id, 0)
  payload.writeUInt32BE(value, 2)
  return settings(payload)
}

export function ping(payload: Uint8Array = Buffer.alloc(8), id = 0): Buffer {
  return frameOf(FrameType.ping, 0, id, payload)
}

export function reset(id: number, code = 8): Buffer {
  return numberFrame(FrameType.resetStream, id, code)
}

export function windowUpdate(id: number, increment: number): Buffer {
  return numberFrame(FrameType.windowUpdate, id, increment)
}

/** Makes the nine bytes before a payload that never comes. */
export function frameHeader(type: number, length: number, id: number): Buffer {
  const header = frameOf(type, 0, id, none)
  header.writeUIntBE(length, 0, 3)
  return header
}

type Fields = readonly (readonly [string, string])[]

export const requestFields: Fields = [
  [':method', 'POST'],
  [':scheme', 'http'],
  [':path', '/pluginservicev1.Service/HasFunction'],
  ['content-type', 'application/grpc'],
]
export const answerFields: Fields = [
  [':status', '200'],
  ['content-type', 'application/grpc'],
]

export const request = encodeHeaders(requestFields)
export const answer = encodeHeaders(answerFields)
export const trailers = encodeHeaders([['grpc-status', '0']])
/** An empty message. */
export const emptyMessage = Buffer.alloc(prefixBytes)

/** Encodes a block of these headers. */
export function fields(...list: Fields): Buffer {
  return encodeHeaders(list)
}

/** Encodes the headers of a request for a method. */
export function requestTo(path: string): Buffer {
  return encodeHeaders(requestFields.map(([name, value]) => [name, name === ':path' ? path : value]))
}

/** Returns the same frame many times, in batches that make a write worthwhile. */
export function flood(frame: Buffer, times = 200_000): () => Iterable<Buffer> {
  const batch = Buffer.concat(Array.from({ length: 500 }, () => frame))
  return function* () {
    for (let sent = 0; sent < times; sent += 500) yield batch
  }
}

/** Returns a frame for each stream in turn. */
export function floodOfStreams(frame: (id: number) => Buffer, times = 200_000): () => Iterable<Buffer> {
  return function* () {
    for (let index = 0; index < times; index += 100)
      yield Buffer.concat(Array.from({ length: 100 }, (_, offset) => frame(later + 2 * (index + offset))))
  }
}
