import type { RpcFailure } from './channel.ts'

interface Waiting<Response> {
  readonly response: Response
  readonly taken: () => void
}

/** Passes the messages of an answer from the connection, which brings them, to the loop that takes them. */
export class Answers<Response> {
  readonly #waiting: Waiting<Response>[] = []
  #ended = false
  #failure: RpcFailure | undefined
  #news = Promise.withResolvers<void>()

  add(response: Response, taken: () => void): void {
    this.#waiting.push({ response, taken })
    this.#news.resolve()
  }

  /** Ends the answers; the reader still gets the messages that have arrived, then the failure. */
  end(failure?: RpcFailure): void {
    this.#ended = true
    this.#failure = failure
    this.#news.resolve()
  }

  async *all(): AsyncGenerator<Response> {
    for (;;) {
      for (let first = this.#waiting.shift(); first !== undefined; first = this.#waiting.shift()) {
        first.taken()
        yield first.response
      }
      if (this.#failure !== undefined) throw this.#failure
      if (this.#ended) return
      await this.#news.promise
      this.#news = Promise.withResolvers()
    }
  }
}
