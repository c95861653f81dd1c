/** Agent plugins, a module each: also importable alone, as `@slipway/infra/etcd`. */
export * as config from './config/plugin.ts'
export * as etcd from './etcd/plugin.ts'
export * as grpc from './grpc/plugin.ts'
export * as health from './health/plugin.ts'
export * as kvdbsync from './kvdbsync/plugin.ts'
export * as log from './log/plugin.ts'
export * as logmanager from './logmanager/plugin.ts'
export * as memory from './memory/plugin.ts'
export * as metrics from './metrics/plugin.ts'
export * as postgres from './postgres/plugin.ts'
export * as redis from './redis/plugin.ts'
export * as rest from './rest/plugin.ts'
export * as resync from './resync/plugin.ts'
export * as servicelabel from './servicelabel/plugin.ts'
export * as sqlite from './sqlite/plugin.ts'
export {
  type Change,
  type Entry,
  type KeyValueStore,
  keyValueStore,
  type Watch,
  type WatchObserver,
} from './keyvalue/store.ts'
