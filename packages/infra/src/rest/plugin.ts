import { capability, configured, type Plugin, type PluginContext, type PluginOption } from '@slipway/agent'
import { Failure } from '@slipway/model'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { loadPackages } from '../optional-package.ts'
import { ownVariables } from '../config/misspelt.ts'
import * as config from '../config/plugin.ts'
import * as log from '../log/plugin.ts'

export const settingsSchema = z.strictObject({
  host: z.string().default('127.0.0.1').describe('the address on which it listens'),
  port: z.number().int().min(0).max(65_535).default(9191).describe('the port; 0 for any free one'),
})

export type RestSettings = z.output<typeof settingsSchema>

/** A plugin that offers an HTTP server to register routes with in init. */
export interface HttpApi {
  /** Register routes with it in init; it listens from afterInit on. */
  readonly http: FastifyInstance
}

/** Ask for it with `optional(httpApi)` to offer routes wherever an agent has a server. */
export const httpApi = capability<HttpApi>('http-api')

/** A plugin that offers routes. Its own init has run before it is asked for them. */
export interface RoutePlugin extends Plugin {
  routes(http: FastifyInstance): void
}

export interface RestDeps {
  config: config.Config
  log: log.Log
  /** Plugins with routes that do not know this server. */
  handlers: RoutePlugin[]
}

/** An HTTP server: others register routes in init, it listens in afterInit. */
export class Rest implements Plugin, HttpApi {
  name = 'rest'
  readonly provides = [httpApi]
  readonly deps: RestDeps = { config: config.defaultPlugin, log: log.defaultPlugin, handlers: [] }
  settings: Partial<RestSettings> = {}
  /** `http://127.0.0.1:9191`, from afterInit on. */
  address: string | undefined
  #http: FastifyInstance | undefined
  #settings: RestSettings | undefined

  /** @throws Failure `infra/not-initialised` before init */
  get http(): FastifyInstance {
    if (this.#http === undefined)
      throw new Failure('infra/not-initialised', `${this.name} has no server before its init`)
    return this.#http
  }

  async init(context: PluginContext): Promise<void> {
    this.#settings = await context.use(this.deps.config).read(this.name, settingsSchema, this.settings, ownVariables)
    const { fastify } = await loadPackages('rest', () => import('fastify'))
    this.#http = fastify({ forceCloseConnections: true })
    for (const handler of this.deps.handlers) context.use(handler).routes(this.#http)
  }

  async afterInit(context: PluginContext): Promise<void> {
    if (this.#settings === undefined) return
    this.address = await this.http.listen({ ...this.#settings, signal: context.signal })
    context.use(this.deps.log).logger(this.name).info('listening', { address: this.address })
  }

  async close(): Promise<void> {
    await this.#http?.close()
    this.#http = undefined
    this.address = undefined
  }
}

export const defaultPlugin = newPlugin()

export function newPlugin(...options: readonly PluginOption<Rest>[]): Rest {
  return configured(new Rest(), options)
}

export function useSettings(settings: Partial<RestSettings>): PluginOption<Rest> {
  return (rest) => {
    rest.settings = settings
  }
}

export function useDeps(change: (deps: RestDeps) => void): PluginOption<Rest> {
  return ({ deps }) => change(deps)
}
