import { streamWindow } from '../http2/limits.ts'
import { Stream } from '../http2/stream.ts'
import type { Arrivals, Claim } from './arrivals.ts'
import { MessageCollector, type MessageProblem, prefixBytes } from './prefixed-message.ts'

/** Receives the messages of streams. */
export interface Receiver {
  /** Bytes. */
  readonly maxMessageBytes: number
  readonly arrivals: Arrivals
  /** Lets the peer send more on a stream. */
  allow(stream: MessageStream, bytes: number): void
}

/** A stream whose peer sends one message, or several messages in turn. */
export abstract class MessageStream extends Stream {
  readonly #receiver: Receiver
  #body: MessageCollector
  /** Bytes of the current message, including its prefix, when several may come. */
  #bytes = 0
  /** Bytes of messages that have arrived but are not taken yet. */
  #waiting = 0
  #claim: Claim | undefined

  constructor(id: number, receiver: Receiver) {
    super(id)
    this.#receiver = receiver
    this.#body = new MessageCollector(receiver.maxMessageBytes)
  }

  /** Makes room for others; subclasses add their own cleanup. */
  onGone(): void {
    this.makeRoom()
  }

  /** Returns the problem with the bytes so far, if there is one. */
  protected receive(piece: Buffer): MessageProblem | undefined {
    const problem = this.#body.add(piece)
    if (problem !== undefined) return problem
    // The request covers one byte more than is missing: Node's streams do not report their end while they could not send another byte.
    this.#claimLacking(this.#body.missing + 1)
    return undefined
  }

  /** Like `receive`, for several messages: passes each on when it is complete, with its size. */
  protected receiveSeveral(
    piece: Buffer,
    onWhole: (message: Buffer, bytes: number) => void,
  ): MessageProblem | undefined {
    for (let rest = piece; rest.length > 0;) {
      const wanted = this.#bytes < prefixBytes ? prefixBytes - this.#bytes : this.#body.missing
      const part = rest.subarray(0, wanted)
      const problem = this.#body.add(part)
      if (problem !== undefined) return problem
      rest = rest.subarray(part.length)
      this.#bytes += part.length
      const message = this.#bytes < prefixBytes ? 'incomplete' : this.#body.message()
      if (typeof message === 'string') continue
      const bytes = this.#bytes
      this.#waiting += bytes
      this.#bytes = 0
      this.#body = new MessageCollector(this.#receiver.maxMessageBytes)
      this.makeRoom()
      onWhole(message, bytes)
    }
    this.#claimLacking(this.#body.missing)
    return undefined
  }

  /** True in the middle of a message, where several may come. */
  protected get isWithinMessage(): boolean {
    return this.#bytes > 0
  }

  /** Records that a message of this many bytes was taken: its sender may send as much again. */
  protected taken(bytes: number): void {
    this.#waiting -= bytes
    const room = streamWindow - this.#waiting - this.receiveWindow
    // Waiting for half a window saves a frame for every small message.
    if (room > streamWindow / 2) this.#receiver.allow(this, room)
  }

  #claimLacking(missing: number): void {
    const lacking = missing - this.receiveWindow
    if (lacking > 0 && this.#claim === undefined)
      this.#claim = this.#receiver.arrivals.claim(lacking, () => this.#receiver.allow(this, lacking))
  }

  /** Returns the message, when all of it has come. */
  protected message(): Buffer | MessageProblem {
    return this.#body.message()
  }

  /** Releases the room of a message that is in other hands, or will never be complete, so that others may arrive. */
  protected makeRoom(): void {
    if (this.#claim !== undefined) this.#receiver.arrivals.release(this.#claim)
    this.#claim = undefined
  }
}
