import type { Socket } from 'node:net'

import { type Frame, FrameSplitter, FrameType } from '../frames.ts'
import { ErrorCode, type ErrorName } from '../http2-error.ts'
import { type Outcome, preface } from './case.ts'

/** One end of a connection that reads and writes frames without checking rules. */
export class Wire {
  readonly #socket: Socket
  readonly #frames: Frame[] = []
  readonly #waiting = new Set<() => void>()
  readonly #onFrame: (frame: Frame, wire: Wire) => void
  #isClosed = false

  /** @param toSkip bytes of a greeting that come before the first frame */
  constructor(
    socket: Socket,
    { toSkip = 0, onFrame = () => {} }: { toSkip?: number; onFrame?: (frame: Frame, wire: Wire) => void } = {},
  ) {
    this.#socket = socket
    this.#onFrame = onFrame
    const splitter = new FrameSplitter(2 ** 24)
    let skipped = 0
    socket.on('error', () => {})
    socket.on('data', (piece: Buffer) => {
      const rest = piece.subarray(toSkip - skipped)
      skipped = Math.min(toSkip, skipped + piece.length)
      if (rest.length > 0) splitter.push(rest, (frame) => this.#add(frame))
    })
    socket.on('drain', () => this.#wake())
    socket.on('close', () => {
      this.#isClosed = true
      this.#wake()
    })
  }

  /** Writes the pieces one by one, until the other end hangs up. */
  async write(pieces: Iterable<Buffer>): Promise<void> {
    for (const piece of pieces) {
      this.#socket.write(piece)
      while (this.#socket.writableNeedDrain && !this.#isClosed) await this.#event()
      if (this.#isClosed) return
    }
  }

  /** Returns the first wanted frame, even if it has already come; `undefined` when the other end hangs up before. */
  async find(isWanted: (frame: Frame) => boolean): Promise<Frame | undefined> {
    for (;;) {
      const found = this.#frames.find(isWanted)
      if (found !== undefined || this.#isClosed) return found
      await this.#event()
    }
  }

  /** Returns the wanted frames among the received ones. */
  filter(isWanted: (frame: Frame) => boolean): readonly Frame[] {
    return this.#frames.filter(isWanted)
  }

  forget(): void {
    this.#frames.length = 0
  }

  /** The other end's verdict on the frames that it got. */
  get outcome(): Outcome | 'hung up' {
    const goAway = this.#frames.find(({ type, payload }) => type === FrameType.goAway && codeIn(payload, 4) !== 'none')
    if (goAway !== undefined) return { connection: codeIn(goAway.payload, 4) }
    if (this.#isClosed) return 'hung up'
    const reset = this.#frames.find(({ type }) => type === FrameType.resetStream)
    return reset === undefined ? 'goes on' : { stream: codeIn(reset.payload, 0), of: reset.stream }
  }

  destroy(): void {
    this.#socket.destroy()
  }

  #add(frame: Frame): void {
    this.#frames.push(frame)
    this.#onFrame(frame, this)
    this.#wake()
  }

  /** Waits for the next event of any kind. */
  #event(): Promise<void> {
    return new Promise((resolve) => this.#waiting.add(resolve))
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve()
    this.#waiting.clear()
  }
}

export const greetingBytes = preface.length

function codeIn(payload: Buffer, at: number): ErrorName {
  const code = payload.readUInt32BE(at)
  const name = (Object.keys(ErrorCode) as ErrorName[]).find((each) => ErrorCode[each] === code)
  if (name === undefined) throw new Error(`no error has the code ${code}`)
  return name
}
