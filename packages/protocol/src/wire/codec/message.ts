import { Reader } from './reader.ts'
import { Writer } from './writer.ts'

/** What may be given for a message: every field may be left out, at every depth. */
export type Init<T> = T extends string | number | bigint | boolean | Uint8Array | undefined
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Init<Item>[]
    : { readonly [Field in keyof T]?: Init<T[Field]> | undefined }

/** How one message goes to bytes and back. Generated. */
export interface Codec<T> {
  write(writer: Writer, message: Init<T>): void
  /** Takes the fields while the reader has more; what is not there has its default. */
  read(reader: Reader): T
}

/** One method of a service. All methods of the deploy-engine dialect are unary. */
export interface Method<Request, Response> {
  readonly name: string
  /** As HTTP has it: `/providerserverv1.Provider/DeployResource`. */
  readonly path: string
  readonly request: Codec<Request>
  readonly response: Codec<Response>
}

const shared = new Writer()

/** A message as bytes, between free ones that the caller fills. Fails with a WireError on a value that cannot travel. */
export function encode<T>(codec: Codec<T>, message: Init<T>, before = 0, after = 0): Buffer {
  shared.reset(before)
  codec.write(shared, message)
  return shared.finish(after)
}

/** A message from bytes that nobody has checked. Fails with a WireError. */
export function decode<T>(codec: Codec<T>, bytes: Uint8Array): T {
  return codec.read(new Reader(bytes))
}
