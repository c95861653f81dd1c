import type { Duplex } from 'node:stream'

/** Maximum length of a line in characters. A longer line ends the connection: no legitimate message of a stack is this long. */
const longestLine = 64 << 20

/** After so many messages the other side gets work to do while this one still has more to say. */
const mostInOneWrite = 64

/** Sends and receives messages, each a line of JSON. The messages of one turn go out in few writes. */
export class Channel {
  readonly #socket: Duplex
  readonly #receive: (message: unknown) => void
  readonly #onEnd: (problem: string | undefined) => void
  #waiting: string[] = []
  #pieces: string[] = []
  #length = 0
  #hasEnded = false

  /**
   * Opens a channel.
   *
   * @param onEnd called once, with the problem in the other side's message, if any
   */
  constructor(socket: Duplex, receive: (message: unknown) => void, onEnd: (problem: string | undefined) => void) {
    this.#socket = socket
    this.#receive = receive
    this.#onEnd = onEnd
    socket.setEncoding('utf8')
    socket.on('data', (text: string) => this.#take(text))
    socket.on('error', () => this.#end(undefined))
    socket.on('close', () => this.#end(undefined))
    socket.on('end', () => this.#end(undefined))
  }

  send(message: object): void {
    if (this.#hasEnded) return
    this.#waiting.push(JSON.stringify(message))
    if (this.#waiting.length === 1) setImmediate(() => this.flush())
    if (this.#waiting.length === mostInOneWrite) this.flush()
  }

  flush(): void {
    const lines = this.#waiting
    this.#waiting = []
    if (lines.length > 0 && this.#socket.writable) this.#socket.write(`${lines.join('\n')}\n`)
  }

  /** Closes the channel. Messages already sent are still written. */
  close(): void {
    this.flush()
    this.#hasEnded = true
    this.#socket.end()
  }

  #take(text: string): void {
    if (this.#hasEnded) return
    const lines = text.split('\n')
    const last = lines.pop() ?? ''
    for (const line of lines) {
      const whole = this.#pieces.length === 0 ? line : [...this.#pieces, line].join('')
      this.#pieces = []
      this.#length = 0
      if (!this.#read(whole)) return
    }
    if (last === '') return
    this.#pieces.push(last)
    this.#length += last.length
    if (this.#length > longestLine) this.#end(`a message is longer than ${longestLine >> 20} MB`)
  }

  #read(line: string): boolean {
    let message: unknown
    try {
      message = JSON.parse(line)
    } catch {
      this.#end('a line is not JSON')
      return false
    }
    this.#receive(message)
    return true
  }

  #end(problem: string | undefined): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#socket.destroy()
    this.#onEnd(problem)
  }
}
