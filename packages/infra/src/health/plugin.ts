import {
  type AgentHealth,
  configured,
  optional,
  type Plugin,
  type PluginContext,
  type PluginOption,
} from '@slipway/agent'
import { messageOf } from '@slipway/model'
import { z } from 'zod'
import * as config from '../config/plugin.ts'
import { httpApi } from '../rest/plugin.ts'

export const settingsSchema = z.strictObject({
  probeEvery: z.number().int().positive().default(5000).describe('how often probes are asked, in milliseconds'),
  nonFatal: z.array(z.string()).default([]).describe('names of plugins whose trouble does not make the agent unready'),
})

export type HealthSettings = z.output<typeof settingsSchema>

/** Throws or rejects when the probed thing is not well. */
export type Probe = (signal: AbortSignal) => unknown

/**
 * Liveness and readiness of the agent: `GET /liveness` and `GET /readiness` answer 200 or 503 with the state of every
 * plugin, where the agent has an HTTP server. Plugins report changes themselves (`context.report`) or register a probe.
 */
export class Health implements Plugin {
  name = 'health'
  readonly deps = { config: config.defaultPlugin, http: optional(httpApi) }
  settings: Partial<HealthSettings> = {}
  readonly #probes = new Map<PluginContext, Probe>()
  readonly #failed = new Set<PluginContext>()
  #settings: HealthSettings = { probeEvery: 5000, nonFatal: [] }
  #timer: NodeJS.Timeout | undefined
  #probing = new AbortController()
  #agent: PluginContext['agent'] | undefined

  async init(context: PluginContext): Promise<void> {
    this.#settings =
      (await context.use(this.deps.config).read(this.name, settingsSchema, this.settings)) ?? this.#settings
    this.#agent = context.agent
    this.#probing = new AbortController()
    const http = context.use(this.deps.http)?.http
    http?.get('/liveness', (_, reply) => reply.code(this.read().live ? 200 : 503).send(this.read()))
    http?.get('/readiness', (_, reply) => reply.code(this.read().ready ? 200 : 503).send(this.read()))
  }

  afterInit(): void {
    this.#timer = setInterval(() => void this.probe(), this.#settings.probeEvery).unref()
  }

  close(): void {
    clearInterval(this.#timer)
    this.#probing.abort()
    this.#probes.clear()
    this.#failed.clear()
  }

  /** Runs a probe for the context's plugin, from now on and regularly. */
  register(context: PluginContext, probe: Probe): void {
    this.#probes.set(context, probe)
  }

  /** Runs every probe now and reports the results. */
  async probe(): Promise<void> {
    await Promise.all(
      Array.from(this.#probes, async ([context, probe]) => {
        try {
          await probe(this.#probing.signal)
          // Clears only the probe's own report: the plugin may be unwell for other reasons.
          if (this.#failed.delete(context)) context.report('ok')
        } catch (error) {
          this.#failed.add(context)
          context.report('degraded', messageOf(error))
        }
      }),
    )
  }

  /** The agent's health, with the plugins that may be unwell without harm left out of the verdict. */
  read(): AgentHealth {
    const health = this.#agent?.health() ?? { live: false, ready: false, plugins: [] }
    const counted = health.plugins.filter(({ name }) => !this.#settings.nonFatal.includes(name))
    return {
      live: counted.every(({ state }) => state !== 'failed'),
      ready: counted.every(({ state, condition }) => state === 'ready' && condition !== 'degraded'),
      plugins: health.plugins,
    }
  }
}

export const defaultPlugin = newPlugin()

export function newPlugin(...options: readonly PluginOption<Health>[]): Health {
  return configured(new Health(), options)
}

export function useSettings(settings: Partial<HealthSettings>): PluginOption<Health> {
  return (health) => {
    health.settings = settings
  }
}

export function useDeps(change: (deps: Health['deps']) => void): PluginOption<Health> {
  return ({ deps }) => change(deps)
}
