import { configured, optional, type Plugin, type PluginContext, type PluginOption } from '@slipway/agent'
import { Failure } from '@slipway/model'
import type * as Prometheus from 'prom-client'
import { loadPackages } from '../optional-package.ts'
import { httpApi } from '../rest/plugin.ts'

/**
 * Metrics in Prometheus format: `GET /metrics`, where the agent has an HTTP server. Register metrics in init. It reports by itself how long each
 * plugin took to start.
 */
export class Metrics implements Plugin {
  name = 'metrics'
  readonly deps = { http: optional(httpApi) }
  #library: typeof Prometheus | undefined
  #registry: Prometheus.Registry | undefined

  /** The library, from init on: `new metrics.library.Counter({ …, registers: [metrics.registry] })`. */
  get library(): typeof Prometheus {
    return this.#library ?? notYet(this.name)
  }

  get registry(): Prometheus.Registry {
    return this.#registry ?? notYet(this.name)
  }

  async init(context: PluginContext): Promise<void> {
    this.#library = await loadPackages('metrics', () => import('prom-client'))
    const registry = new this.#library.Registry()
    this.#registry = registry
    this.#measureStart(context)
    context.use(this.deps.http)?.http.get('/metrics', async (_, reply) => {
      void reply.type(registry.contentType)
      return registry.metrics()
    })
  }

  close(): void {
    this.#registry?.clear()
  }

  #measureStart({ agent }: PluginContext): void {
    const gauge = new this.library.Gauge({
      name: 'agent_plugin_start_seconds',
      help: 'How long init and afterInit of a plugin took.',
      labelNames: ['plugin', 'phase'],
      registers: [this.registry],
      collect: () => {
        for (const { plugin, phase, duration } of agent.timeline()) {
          if (phase !== 'close' && duration !== undefined) gauge.set({ plugin, phase }, duration / 1000)
        }
      },
    })
  }
}

function notYet(name: string): never {
  throw new Failure('infra/not-initialised', `${name} has no registry before its init`)
}

export const defaultPlugin = newPlugin()

export function newPlugin(...options: readonly PluginOption<Metrics>[]): Metrics {
  return configured(new Metrics(), options)
}

export function useDeps(change: (deps: Metrics['deps']) => void): PluginOption<Metrics> {
  return ({ deps }) => change(deps)
}
