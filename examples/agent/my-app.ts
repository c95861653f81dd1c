import type { Plugin } from '@slipway/agent'
import * as etcd from '@slipway/infra/etcd'
import * as grpc from '@slipway/infra/grpc'
import * as health from '@slipway/infra/health'
import * as kvdbsync from '@slipway/infra/kvdbsync'
import * as logmanager from '@slipway/infra/logmanager'
import * as memory from '@slipway/infra/memory'
import * as rest from '@slipway/infra/rest'
import * as dataPlane from './data-plane/plugin.ts'
import * as mp from './my-plugin/plugin.ts'

/** Step 1: the top-level plugin. It does nothing itself; it holds all plugins that the application is made of. */
export class MyApp implements Plugin {
  readonly name = 'MyApp'
  readonly myPlugin: mp.MyPlugin
  readonly logManager: logmanager.LogManager
  readonly restApi: rest.Rest
  readonly probes: health.Health

  constructor(plugins: Pick<MyApp, 'myPlugin' | 'logManager' | 'restApi' | 'probes'>) {
    this.myPlugin = plugins.myPlugin
    this.logManager = plugins.logManager
    this.restApi = plugins.restApi
    this.probes = plugins.probes
  }

  init(): void {}

  close(): void {}
}

export function newApp(): MyApp {
  // Step 3: data in etcd, and in memory as well: two instances of one plugin with different stores. Without settings for etcd its instance
  // is disabled, and the other one does the work. When somebody deletes or changes a value in etcd, memory drops it too: it would bring it
  // back otherwise.
  const etcdDataSync = kvdbsync.newPlugin(kvdbsync.useKV(etcd.defaultPlugin))
  const localDataSync = kvdbsync.newPlugin(kvdbsync.useKV(memory.defaultPlugin))
  const watchers = new kvdbsync.DataWatchers([etcdDataSync, localDataSync])
  const publishers = new kvdbsync.DataPublishers([etcdDataSync, localDataSync])

  // Step 2: a plugin of one's own.
  const myPlugin = mp.newPlugin(
    mp.useDeps((deps) => {
      deps.publish = publishers
      deps.watcher = watchers
      // Step 4: the connection to the local data plane.
      deps.dataPlane = dataPlane.defaultPlugin
      // Step 5: gRPC.
      deps.grpc = grpc.defaultPlugin
    }),
  )

  // Step 7: a REST API that works with MyPlugin.
  const restPlugin = rest.newPlugin(
    rest.useDeps((deps) => {
      deps.handlers = [myPlugin]
    }),
  )

  return new MyApp({
    myPlugin,
    // Step 6: the log manager and the REST API; probes as well.
    logManager: logmanager.defaultPlugin,
    restApi: restPlugin,
    probes: health.defaultPlugin,
  })
}
