import { configured, type Plugin, type PluginContext, type PluginOption } from '@slipway/agent'
import { Failure } from '@slipway/model'
import type { Server, ServerCredentials } from '@grpc/grpc-js'
import { z } from 'zod'
import { loadPackages } from '../optional-package.ts'
import { ownVariables } from '../config/misspelt.ts'
import * as config from '../config/plugin.ts'
import * as log from '../log/plugin.ts'

export const settingsSchema = z.strictObject({
  endpoint: z
    .string()
    .describe('where it listens: `127.0.0.1:9111`, port 0 for any free one, or `unix:/path/of/socket`'),
})

export type GrpcSettings = z.output<typeof settingsSchema>

export interface GrpcDeps {
  config: config.Config
  log: log.Log
}

/** A gRPC server: others add services in init, it serves from afterInit on. Disabled when nothing is configured. */
export class Grpc implements Plugin {
  name = 'grpc'
  readonly deps: GrpcDeps = { config: config.defaultPlugin, log: log.defaultPlugin }
  settings: GrpcSettings | undefined
  /** Credentials for TLS; absent: no TLS. */
  credentials: ServerCredentials | undefined
  /** The port that it serves on, from afterInit on; 0 on a socket. */
  port: number | undefined
  #server: Server | undefined
  #endpoint: string | undefined

  /**
   * Add services to it in init.
   *
   * @throws Failure `infra/not-initialised` before init
   */
  get server(): Server {
    if (this.#server === undefined)
      throw new Failure('infra/not-initialised', `${this.name} has no server before its init`)
    return this.#server
  }

  async init(context: PluginContext): Promise<void> {
    const { Server } = await loadPackages('grpc', () => import('@grpc/grpc-js'))
    // Made even when the plugin is disabled: plugins that add services need not know.
    this.#server = new Server()
    const settings = await context.use(this.deps.config).read(this.name, settingsSchema, this.settings, ownVariables)
    this.#endpoint = settings?.endpoint
    if (settings === undefined) context.report('disabled', 'no endpoint is configured')
  }

  async afterInit(context: PluginContext): Promise<void> {
    if (this.#endpoint === undefined) return
    const endpoint = this.#endpoint
    const { ServerCredentials } = await import('@grpc/grpc-js')
    const credentials = this.credentials ?? ServerCredentials.createInsecure()
    this.port = await new Promise<number>((resolve, reject) => {
      this.server.bindAsync(endpoint, credentials, (error, port) => (error === null ? resolve(port) : reject(error)))
    })
    context.use(this.deps.log).logger(this.name).info('serving', { endpoint, port: this.port })
  }

  /** Lets running calls end, and cuts them off when time is over. */
  async close(context: PluginContext): Promise<void> {
    const server = this.#server
    if (server === undefined) return
    this.#server = undefined
    context.signal.addEventListener('abort', () => server.forceShutdown())
    await new Promise<void>((resolve) => {
      server.tryShutdown(() => resolve())
    })
  }
}

export const defaultPlugin = newPlugin()

export function newPlugin(...options: readonly PluginOption<Grpc>[]): Grpc {
  return configured(new Grpc(), options)
}

export function useSettings(settings: GrpcSettings): PluginOption<Grpc> {
  return (grpc) => {
    grpc.settings = settings
  }
}

export function useDeps(change: (deps: GrpcDeps) => void): PluginOption<Grpc> {
  return ({ deps }) => change(deps)
}
