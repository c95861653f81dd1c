import { Stream } from '../http2/stream.ts'
import type { Arrivals, Claim } from './arrivals.ts'
import { MessageCollector, type MessageProblem } from './prefixed-message.ts'

/** Where the messages of streams arrive. */
export interface Receiver {
  /** Bytes. */
  readonly maxMessageBytes: number
  readonly arrivals: Arrivals
  /** Lets the peer send more of a stream. */
  allow(stream: MessageStream, bytes: number): void
}

/** A stream whose peer sends one message. */
export abstract class MessageStream extends Stream {
  readonly #receiver: Receiver
  readonly #body: MessageCollector
  #claim: Claim | undefined

  constructor(id: number, receiver: Receiver) {
    super(id)
    this.#receiver = receiver
    this.#body = new MessageCollector(receiver.maxMessageBytes)
  }

  /** Heirs add what they have to clean up. */
  onGone(): void {
    this.makeRoom()
  }

  /** What is wrong with what came so far, if anything is. */
  protected receive(piece: Buffer): MessageProblem | undefined {
    const problem = this.#body.add(piece)
    if (problem !== undefined) return problem
    const lacking = this.#body.missing - this.receiveWindow
    if (lacking > 0 && this.#claim === undefined)
      this.#claim = this.#receiver.arrivals.claim(lacking, () => this.#receiver.allow(this, lacking))
    return undefined
  }

  /** The message, when all of it has come. */
  protected message(): Buffer | MessageProblem {
    return this.#body.message()
  }

  /** The message is in other hands, or will never be whole: others may arrive. */
  protected makeRoom(): void {
    if (this.#claim !== undefined) this.#receiver.arrivals.release(this.#claim)
    this.#claim = undefined
  }
}
