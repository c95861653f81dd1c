import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { launchVariables, pluginEnvironment } from '@slipway/host'
import { exitOf, exitText, LastBytes, signalGroup } from '@slipway/processes'
import {
  closedGatewayRoutes,
  route,
  RpcServer,
  Service,
  type PluginDeregistrationRequest,
  type PluginRegistrationRequest,
} from '@slipway/protocol'

/**
 * A plugin as a bare process with a server of its own, which accepts any registration, so that a test can look at a plugin that the host
 * would reject.
 */
export class LaunchedPlugin {
  readonly hostId = 'testkit'
  /** Settles with the first registration; never settles if the process ends without one. */
  readonly registered: Promise<PluginRegistrationRequest>
  readonly deregistered: Promise<PluginDeregistrationRequest>
  /** Resolves when the process has ended: `exit code 1`, `signal SIGKILL`. */
  readonly ended: Promise<string>
  readonly #process: ChildProcess
  readonly #server: RpcServer
  readonly #output = new LastBytes(outputLimit)

  private constructor(process: ChildProcess, server: RpcServer, door: Door) {
    this.#process = process
    this.#server = server
    this.registered = door.registration.promise
    this.deregistered = door.deregistration.promise
    this.ended = exitOf(process).then(exitText)
    globalThis.process.once('exit', this.#kill)
    for (const stream of [process.stdout, process.stderr])
      stream?.on('data', (chunk: Buffer) => this.#output.add(chunk))
  }

  static async start(file: string): Promise<LaunchedPlugin> {
    const door = new Door()
    const server = new RpcServer(door.routes())
    const address = await server.listen()
    const servicePort = 'port' in address ? address.port : 0
    const child = spawn(file, [], {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      // the host does the same, so that a script finds the same Node
      env: pluginEnvironment({
        engine: process.env,
        policy: { mode: 'inherit' },
        variables: launchVariables({ servicePort }),
        mark: { engine: 'testkit', run: 'testkit', plugin: 'testkit' },
      }),
    })
    return new LaunchedPlugin(child, server, door)
  }

  get pid(): number | undefined {
    return this.#process.pid
  }

  get output(): string {
    return String(this.#output).trim()
  }

  signal(signal: NodeJS.Signals): void {
    this.#process.kill(signal)
  }

  /** The process has a session of its own: a Ctrl-C that ends us does not reach it. */
  readonly #kill = (): void => {
    signalGroup(this.pid ?? 0, 'SIGKILL')
  }

  /** Kills the remaining processes. */
  async close(): Promise<void> {
    globalThis.process.off('exit', this.#kill)
    this.#kill()
    await this.ended
    await this.#server.close()
  }
}

/** Bytes. */
const outputLimit = 8 * 1024

class Door {
  readonly registration = Promise.withResolvers<PluginRegistrationRequest>()
  readonly deregistration = Promise.withResolvers<PluginDeregistrationRequest>()

  routes() {
    return [
      route(Service.Register, (request) => {
        this.registration.resolve(request)
        return { success: true, message: '', hostId: 'testkit' }
      }),
      route(Service.Deregister, (request) => {
        this.deregistration.resolve(request)
        return { success: true, message: '' }
      }),
      ...closedGatewayRoutes(),
    ]
  }
}

/** `work`, or `undefined` if it takes longer. */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T | undefined> {
  const enough = new AbortController()
  try {
    return await Promise.race([work, sleep(milliseconds, undefined, { signal: enough.signal })])
  } finally {
    enough.abort()
  }
}
