import { createServer, type Socket } from 'node:net'

/**
 * A unix socket that is open before anybody can answer there, so that a plugin can start while its host still loads the protocol. Early
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
   * `undefined` where the file system has no sockets. Node listens at a path at once, and only says so later: by then, the plan may have
   * been made, and the plugin could have started beside that.
   */
  static open(path: string): EarlyDoor | undefined {
    const door = new EarlyDoor()
    // Also later: one that could not be let in is no reason to end.
    door.#server.on('error', () => {})
    door.#server.listen(path)
    return door.#server.listening ? door : undefined
  }

  /** Hands over all waiting sockets, and from now on every new one. */
  serve(take: (socket: Socket) => void): void {
    this.#serve = take
    for (const socket of this.#waiting.splice(0)) take(socket)
  }

  /** Lets nobody else in; sockets that were handed over stay open. */
  close(): void {
    this.#server.close()
    for (const socket of this.#waiting.splice(0)) socket.destroy()
  }
}
