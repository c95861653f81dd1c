import type { HeaderList } from './field-rules.ts'
import { Flag, type Frame, FrameType } from './frames.ts'
import { HeaderDecoder, tooManyHeaders } from './header-decoder.ts'
import { Http2Error } from './http2-error.ts'
import { maxHeaderFrames } from './limits.ts'
import { tooShort, unpadded } from './payload.ts'

export interface WholeHeaders {
  readonly list: HeaderList
  /** Whether the stream ends with these headers. */
  readonly ended: boolean
}

interface Begun {
  readonly stream: number
  readonly ended: boolean
  readonly pieces: Buffer[]
  size: number
}

const priorityBytes = 5

/** Assembles lists of headers from their frames, and reads every list: even the unwanted ones, because later lists may refer to them. */
export class HeaderBlocks {
  readonly #maxBytes: number
  readonly #decoder: HeaderDecoder
  #begun: Begun | undefined

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
    this.#decoder = new HeaderDecoder(maxBytes)
  }

  /** True after the beginning of a list of headers: then only frames that continue it may come. */
  get isOpen(): boolean {
    return this.#begun !== undefined
  }

  /** Returns the headers when this frame completes them. Fails with an Http2Error that ends the connection. */
  add(frame: Frame): WholeHeaders | undefined {
    if (frame.type === FrameType.continuation) return this.#continue(frame)
    const { flags, stream } = frame
    if (stream === 0) throw new Http2Error('protocol', 'the connection has no headers')
    const fragment = fragmentOf(frame)
    if (fragment.length > this.#maxBytes) throw tooManyHeaders(this.#maxBytes)
    const ended = (flags & Flag.endStream) !== 0
    if ((flags & Flag.endHeaders) !== 0) return { list: this.#decoder.decode(fragment), ended }
    this.#begun = { stream, ended, pieces: [fragment], size: fragment.length }
    return undefined
  }

  #continue({ flags, stream, payload }: Frame): WholeHeaders | undefined {
    const begun = this.#begun
    if (begun === undefined || begun.stream !== stream)
      throw new Http2Error('protocol', 'headers continue that did not begin')
    begun.size += payload.length
    if (begun.size > this.#maxBytes || begun.pieces.push(payload) > maxHeaderFrames)
      throw tooManyHeaders(this.#maxBytes)
    if ((flags & Flag.endHeaders) === 0) return undefined
    this.#begun = undefined
    return { list: this.#decoder.decode(Buffer.concat(begun.pieces)), ended: begun.ended }
  }
}

function fragmentOf({ flags, payload }: Frame): Buffer {
  const rest = unpadded(payload, flags)
  if ((flags & Flag.priority) === 0) return rest
  if (rest.length < priorityBytes) throw tooShort()
  return rest.subarray(priorityBytes)
}
