import { createServer, request as send, setGlobalProxyFromEnv, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'

/** A proxy like those in companies, which leads every host to this machine. */
export class ProxyServer {
  /** The requests: `GET http://…`, `CONNECT host:443`. */
  readonly asked: string[] = []
  readonly #server: Server
  readonly #sockets = new Set<Socket>()

  /**
   * Starts the proxy. `ports` has the ports of this machine, by requested host and port; other requests lead to the same port number on this
   * machine.
   */
  static async start(ports: Readonly<Record<string, number>> = {}): Promise<ProxyServer> {
    const proxy = new ProxyServer(ports)
    await new Promise<void>((resolve) => {
      proxy.#server.listen(0, '127.0.0.1', resolve)
    })
    return proxy
  }

  private constructor(ports: Readonly<Record<string, number>>) {
    const portOf = (host: string): number => ports[host] ?? Number(host.split(':')[1] ?? 80)
    this.#server = createServer((request, response) => {
      const { url = '', headers, method = 'GET' } = request
      this.asked.push(`${method} ${url}`)
      const { host, pathname, search } = new URL(url)
      const onward = send({
        host: '127.0.0.1',
        port: portOf(host),
        path: pathname + search,
        method,
        headers,
        agent: false,
      })
      onward.on('response', (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
        answer.on('error', () => response.destroy())
      })
      onward.on('error', () => response.destroy())
      onward.end()
    })
    this.#server.on('connect', (request, socket: Socket) => {
      this.asked.push(`CONNECT ${request.url}`)
      const onward = connect(portOf(request.url ?? ''), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
        socket.pipe(onward).pipe(socket)
      })
      for (const each of [socket, onward]) {
        this.#sockets.add(each)
        each.on('error', () => each.destroy())
      }
    })
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Sets the proxy up in this process, as the launcher does. Returns a function that resets it. */
  use(): () => void {
    return setGlobalProxyFromEnv({
      HTTP_PROXY: this.url,
      HTTPS_PROXY: this.url,
      http_proxy: this.url,
      https_proxy: this.url,
    })
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.closeAllConnections()
    await new Promise((resolve) => {
      this.#server.close(resolve)
    })
  }
}
