import { configured, type Plugin, type PluginContext, type PluginOption } from '@slipway/agent'
import type { grpc } from '@slipway/infra'
import {
  type DataChange,
  type DataHandler,
  type DataPublisher,
  DataPublishers,
  type DataWatcher,
  DataWatchers,
  type Json,
} from '@slipway/infra/kvdbsync'
import type { RoutePlugin } from '@slipway/infra/rest'
import type { DataPlaneApi } from '../data-plane/plugin.ts'
import type { InterfaceConfig, InterfaceState } from '../data-plane/protocol.ts'
import { interfacesService } from './service.ts'

/** Wanted interfaces lie in the key-value stores below this prefix, what has become of them below the other. */
const wantedPrefix = 'config/interfaces/'
const statePrefix = 'state/interfaces/'

export interface Deps {
  publish: DataPublisher
  watcher: DataWatcher
  dataPlane?: DataPlaneApi
  grpc?: grpc.Grpc
}

/** Brings the interfaces of the local data plane in line with the wanted ones, and tells how they are. */
export class MyPlugin implements Plugin, DataHandler, RoutePlugin {
  readonly name = 'myplugin'
  readonly deps: Deps = { publish: new DataPublishers([]), watcher: new DataWatchers([]) }

  init(context: PluginContext): void {
    this.deps.watcher.watch(context, 'interfaces', [wantedPrefix], this)
    if (this.deps.grpc === undefined) return
    context.use(this.deps.grpc).server.addService(interfacesService, {
      List: (_: unknown, reply: (error: Error | null, states?: unknown) => void) => {
        this.states().then(
          (states) => reply(null, states),
          (error: Error) => reply(error),
        )
      },
    })
  }

  close(): void {}

  routes(http: Parameters<RoutePlugin['routes']>[0]): void {
    http.get('/interfaces', () => this.states())
    http.put<{ Params: { name: string }; Body: InterfaceConfig }>(
      '/interfaces/:name',
      async ({ params, body }, reply) => {
        await this.deps.publish.publish(wantedPrefix + params.name, { enabled: body.enabled, mtu: body.mtu })
        return reply.code(202).send()
      },
    )
    http.delete<{ Params: { name: string } }>('/interfaces/:name', async ({ params }, reply) => {
      await this.deps.publish.publish(wantedPrefix + params.name, undefined)
      return reply.code(202).send()
    })
  }

  async states(): Promise<Readonly<Record<string, InterfaceState>>> {
    return (await this.deps.dataPlane?.list()) ?? {}
  }

  /** Makes what is missing or different, removes what nobody wants. */
  async resync(data: ReadonlyMap<string, Json>): Promise<void> {
    const wanted = new Set<string>()
    for (const [key, config] of data) {
      wanted.add(nameOf(key))
      await this.#apply(nameOf(key), config)
    }
    for (const name of Object.keys(await this.states())) if (!wanted.has(name)) await this.#apply(name, undefined)
  }

  async changes(changes: readonly DataChange[]): Promise<void> {
    for (const { key, value } of changes) await this.#apply(nameOf(key), value)
  }

  async #apply(name: string, config: Json | undefined): Promise<void> {
    if (config === undefined) {
      await this.deps.dataPlane?.remove(name)
      await this.deps.publish.publish(statePrefix + name, undefined)
    } else {
      const state = await this.deps.dataPlane?.set(name, config as unknown as InterfaceConfig)
      await this.deps.publish.publish(statePrefix + name, state === undefined ? null : { ...state })
    }
  }
}

function nameOf(key: string): string {
  return key.slice(wantedPrefix.length)
}

export const defaultPlugin = newPlugin()

export function newPlugin(...options: readonly PluginOption<MyPlugin>[]): MyPlugin {
  return configured(new MyPlugin(), options)
}

export function useDeps(change: (deps: Deps) => void): PluginOption<MyPlugin> {
  return ({ deps }) => change(deps)
}

export function useDataPlane(dataPlane: DataPlaneApi): PluginOption<MyPlugin> {
  return ({ deps }) => {
    deps.dataPlane = dataPlane
  }
}
