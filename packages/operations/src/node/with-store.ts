import { existsSync } from 'node:fs'
import { Agent, allPlugins, quitSignals } from '@slipway/agent'
import type { KeyValueStore } from '@slipway/infra/keyvalue'
import type { Slipway } from '../slipway.ts'
import { layoutOf, type NodeRequest } from './node-request.ts'

/** Does work with the nodes' store. Returns `undefined` if the root has had no preparer yet, so that its store does not exist. */
export async function lookIntoStore<T>(
  slipway: Slipway,
  request: NodeRequest,
  work: (store: KeyValueStore) => Promise<T>,
): Promise<T | undefined> {
  const isMissing = request.store === undefined && !existsSync(layoutOf(slipway, request).store)
  return isMissing ? undefined : withStore(slipway, request, work)
}

export async function withStore<T>(
  slipway: Slipway,
  request: NodeRequest,
  work: (store: KeyValueStore) => Promise<T>,
): Promise<T> {
  const { openStore } = await import('./stores.ts')
  const store = await openStore(slipway, request)
  const agent = new Agent(allPlugins(store), quitSignals())
  await agent.start()
  try {
    return await work(store)
  } finally {
    await agent.stop()
  }
}
