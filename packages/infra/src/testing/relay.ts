import { connect, createServer, type Server, type Socket } from 'node:net'

/** How the relay treats the bytes that are sent. */
type Weather =
  /** Data arrives. */
  | 'fair'
  /** Connections end, and so do new ones. */
  | 'cut'
  /** Nothing arrives, without any error, until the relay is fair again. */
  | 'frozen'
  /** Requests arrive, and answers are lost. */
  | 'one way'

interface Link {
  readonly client: Socket
  readonly server: Socket
  /** Nothing goes through, without any error. */
  isDead: boolean
}

/** Stands between a program and a server, and fails as networks do. */
export class Relay {
  readonly #port: number
  readonly #server: Server
  readonly #links = new Set<Link>()
  #weather: Weather = 'fair'
  #delay = 0
  /** The texts after which answers are lost. */
  #fatal: readonly string[] = []
  /** How many bytes of the program still go through before it is cut off. */
  #quota = Number.POSITIVE_INFINITY
  #exhausted: (() => void) | undefined
  #roundTrips = 0

  private constructor(port: number) {
    this.#port = port
    this.#server = createServer((client) => this.#link(client))
  }

  /** @param port of the server on this machine */
  static async to(port: number): Promise<Relay> {
    const relay = new Relay(port)
    await new Promise<void>((resolve) => relay.#server.listen(0, '127.0.0.1', resolve))
    return relay
  }

  get port(): number {
    return (this.#server.address() as { port: number }).port
  }

  /** How often a program has sent something after an answer, or for the first time. */
  get roundTrips(): number {
    return this.#roundTrips
  }

  cut(): void {
    this.#weather = 'cut'
    this.#endAll()
  }

  /** Cuts the connections off as soon as the program has sent this many more bytes; then resolves. */
  cutAfter(bytes: number): Promise<void> {
    this.#quota = bytes
    return new Promise((resolve) => {
      this.#exhausted = resolve
    })
  }

  freeze(): void {
    this.#weather = 'frozen'
  }

  /** Loses all answers from the request on that holds the last of these texts, after requests that hold the texts before it. */
  loseAnswersTo(...texts: string[]): void {
    this.#fatal = texts
  }

  /** Lets the present connections die silently; new connections work as before. */
  abandon(): void {
    for (const link of this.#links) link.isDead = true
  }

  /** @param delay of each way, in milliseconds */
  slowDown(delay: number): void {
    this.#delay = delay
  }

  /** Ends the connections that have missed something. */
  clearUp(): void {
    if (this.#weather === 'frozen' || this.#weather === 'one way') this.#endAll()
    this.#weather = 'fair'
    this.#fatal = []
    this.#delay = 0
    this.#quota = Number.POSITIVE_INFINITY
  }

  async close(): Promise<void> {
    this.#endAll()
    await new Promise((resolve) => {
      this.#server.close(resolve)
    })
  }

  #link(client: Socket): void {
    if (this.#weather === 'cut') return void client.destroy()
    const server = connect(this.#port, '127.0.0.1')
    const link: Link = { client, server, isDead: false }
    this.#links.add(link)
    const end = (): void => (link.isDead || this.#weather === 'frozen' ? undefined : this.#end(link))
    for (const socket of [client, server]) socket.setNoDelay().on('error', end).on('close', end)
    let isAnswered = true
    client.on('data', (bytes) => {
      if (isAnswered) this.#roundTrips++
      isAnswered = false
      const [text, ...later] = this.#fatal
      if (text !== undefined && bytes.includes(text)) {
        this.#fatal = later
        if (later.length === 0) this.#weather = 'one way'
      }
      if (this.#spend(bytes.length)) this.#pass(link, bytes, server)
    })
    server.on('data', (bytes) => {
      isAnswered = true
      if (this.#weather !== 'one way') this.#pass(link, bytes, client)
    })
  }

  #pass({ isDead }: Link, bytes: Buffer, to: Socket): void {
    if (isDead || this.#weather === 'frozen') return
    if (this.#delay === 0) to.write(bytes)
    else setTimeout(() => to.writable && to.write(bytes), this.#delay)
  }

  #spend(bytes: number): boolean {
    this.#quota -= bytes
    if (this.#quota >= 0) return true
    this.cut()
    this.#exhausted?.()
    return false
  }

  #endAll(): void {
    for (const link of this.#links) this.#end(link)
  }

  #end(link: Link): void {
    this.#links.delete(link)
    link.client.destroy()
    link.server.destroy()
  }
}
