import { createServer, type Socket } from 'node:net'

/**
 * A unix socket that is open before the host can answer there, so that a plugin can start while its host still loads the protocol. Early
 * callers wait.
 */
export class EarlyDoor {
  readonly #waiting: Socket[] = []
  #serve: (socket: Socket) => void = (socket) => {
    // The host notices that a caller has given up when it serves the caller.
    socket.on('error', () => {})
    this.#waiting.push(socket)
  }
  readonly #server = createServer((socket) => this.#serve(socket))

  private constructor() {}

  /**
   * `undefined` if the file system has no sockets. Node listens at a path at once, and reports it only later: by then, the plan may be
   * finished, and the plugin could have started in parallel.
   */
  static open(path: string): EarlyDoor | undefined {
    const door = new EarlyDoor()
    // Ignores later errors, too: a caller that could not be accepted is no reason to end.
    door.#server.on('error', () => {})
    door.#server.listen(path)
    return door.#server.listening ? door : undefined
  }

  /** Hands over all waiting sockets, and from now on every new one. */
  serve(take: (socket: Socket) => void): void {
    this.#serve = take
    for (const socket of this.#waiting.splice(0)) take(socket)
  }

  /** Accepts no further callers; sockets that were handed over stay open. */
  close(): void {
    this.#server.close()
    for (const socket of this.#waiting.splice(0)) socket.destroy()
  }
}
