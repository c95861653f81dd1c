import { Encoded } from './encoded.ts'
import type { Init } from './init.ts'
import { type Readable, Reader } from './reader.ts'
import { type Writable, Writer } from './writer.ts'

export type { Init }

/** Converts one message to bytes and back. Generated. */
export interface Codec<T> extends Readable<T>, Writable<T> {}

/** One method of a service: a request and its answer. */
export interface Method<Request, Response> {
  readonly streams?: false
  readonly name: string
  /** The path in HTTP: `/providerserverv1.Provider/DeployResource`. */
  readonly path: string
  readonly request: Codec<Request>
  readonly response: Codec<Response>
}

/** A method that answers any number of messages, one after the other. */
export interface StreamMethod<Request, Response> extends Omit<Method<Request, Response>, 'streams'> {
  readonly streams: true
}

const shared = new Writer()

/** Encodes a message between free bytes that the caller fills. Fails with a WireError on a value that cannot travel. */
export function encode<T>(codec: Codec<T>, message: Init<T>, before = 0, after = 0): Buffer {
  shared.reset(before)
  codec.write(shared, message)
  return shared.finish(after)
}

/** Encodes a message that goes into many others only once. Fails with a WireError like `encode`. */
export function encodedOnce<T>(codec: Codec<T>, message: Init<T>): Init<T> {
  return new Encoded(encode(codec, message)) as Init<T>
}

/** Decodes a message from unchecked bytes. Fails with a WireError. */
export function decode<T>(codec: Codec<T>, bytes: Uint8Array): T {
  return codec.read(new Reader(bytes))
}
