import { connect, createServer, type Server, type Socket } from 'node:net'
import type { LocalAddress } from '@slipway/protocol'

/**
 * - `drip`: every byte comes by itself.
 * - `cut`: the connection ends in the middle of the request.
 * - `leave`: the request comes whole, and the caller is gone before there is an answer.
 * - `garbage`: the bytes are not a request.
 */
export type Fault = 'drip' | 'cut' | 'leave' | 'garbage'

/** How many bytes pass before the connection is cut, in the middle of the first request. */
const cutAfter = 90

/** Stands between a caller and a plugin, and damages their bytes as dying engines and full machines do. */
export class FaultyProxy {
  readonly #server: Server
  readonly #target: LocalAddress
  readonly #sockets = new Set<Socket>()
  #fault: Fault | undefined

  private constructor(target: LocalAddress) {
    this.#target = target
    this.#server = createServer((caller) => this.#join(caller))
  }

  static async start(target: LocalAddress): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(target)
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve))
    return proxy
  }

  get address(): LocalAddress {
    const address = this.#server.address()
    return { port: typeof address === 'object' && address !== null ? address.port : 0 }
  }

  /** Applies the fault to connections from now on. */
  inject(fault: Fault): void {
    this.#fault = fault
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #join(caller: Socket): void {
    const { port, socketPath } = this.#target as { readonly port?: number; readonly socketPath?: string }
    const plugin = socketPath === undefined ? connect(port ?? 0, '127.0.0.1') : connect(socketPath)
    const end = (): void => {
      caller.destroy()
      plugin.destroy()
    }
    for (const socket of [caller, plugin]) {
      this.#sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', end)
      socket.on('close', end)
    }
    plugin.on('data', (bytes) => (this.#fault === 'leave' ? end() : caller.write(bytes)))
    let passed = 0
    caller.on('data', (bytes) => {
      passed += bytes.length
      if (this.#fault === 'garbage') plugin.write(Buffer.alloc(64, 0xff), end)
      else if (this.#fault === 'drip') for (const byte of bytes) plugin.write(Buffer.of(byte))
      else if (this.#fault === 'cut' && passed > cutAfter) plugin.write(bytes.subarray(0, bytes.length - 1), end)
      else plugin.write(bytes)
    })
  }
}
