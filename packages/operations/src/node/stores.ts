import { resolve } from 'node:path'
import * as config from '@slipway/infra/config'
import type { KeyValueStore } from '@slipway/infra/keyvalue'
import * as log from '@slipway/infra/log'
import * as sqlite from '@slipway/infra/sqlite'
import { Failure } from '@slipway/model'
import type { Slipway } from '../slipway.ts'
import { layoutOf, type NodeRequest } from './node-request.ts'

/** Interval for checking a file for other processes' writes, in milliseconds, if the system sends no notifications. */
const pollMs = 250

/**
 * Opens the store of a request.
 *
 * @param own the settings of the store's agent. By default the agent is silent, because flags and variables for a user's own agent are not meant for
 * this one
 * @throws Failure `node/bad-store`
 */
export async function openStore(
  slipway: Slipway,
  request: NodeRequest,
  own: config.Config = silentConfig(),
): Promise<KeyValueStore> {
  const { store } = request
  if (store === undefined) {
    const layout = layoutOf(slipway, request)
    layout.prepare()
    return fileStore(layout.store, own)
  }
  const scheme = /^([a-z]+):/.exec(store)?.[1]
  if (scheme === 'sqlite') return fileStore(resolve(slipway.cwd, store.slice('sqlite:'.length)), own)
  const deps = { config: own, log: log.newPlugin(log.useDestination({ write() {} })) }
  deps.log.deps.config = own
  if (scheme === 'etcd') {
    const etcd = await import('@slipway/infra/etcd')
    return etcd.newPlugin(
      etcd.useSettings({ endpoints: store.slice('etcd://'.length).split(',') }),
      etcd.useDeps((of) => Object.assign(of, deps)),
    )
  }
  if (scheme === 'redis' || scheme === 'rediss') {
    const redis = await import('@slipway/infra/redis')
    return redis.newPlugin(
      redis.useSettings({ url: store }),
      redis.useDeps((of) => Object.assign(of, deps)),
    )
  }
  throw new Failure('node/bad-store', `${store} is not a store of nodes`, {
    hint: 'name one as etcd://HOST:PORT, redis://HOST:PORT or sqlite:PATH',
  })
}

/** Opens the node's own journal, which no other process writes. */
export function journalAt(path: string, own: config.Config): KeyValueStore {
  return sqlite.newPlugin(
    sqlite.useName('journal'),
    sqlite.useSettings({ path, pollMs: 3_600_000 }),
    sqlite.useDeps((of) => Object.assign(of, { config: own })),
  )
}

function fileStore(path: string, own: config.Config): KeyValueStore {
  return sqlite.newPlugin(
    sqlite.useSettings({ path, pollMs }),
    sqlite.useDeps((of) => Object.assign(of, { config: own })),
  )
}

export function silentConfig(): config.Config {
  return config.newPlugin(config.useSources({ environment: {}, flags: [] }))
}
