import { missing, type ServerName, startServer } from '../../packages/infra/src/testing/servers.ts'
import { disturb } from './disturb.ts'
import { Nodes } from './nodes.ts'
import { setTimeout as sleep } from 'node:timers/promises'

export type World = 'one node' | 'two nodes and a file' | 'three nodes and etcd' | 'two nodes and Redis'

const servers: Partial<Record<World, ServerName>> = { 'three nodes and etcd': 'etcd', 'two nodes and Redis': 'redis' }
const nodesOf: Readonly<Record<World, readonly string[]>> = {
  'one node': ['week'],
  'two nodes and a file': ['one', 'two'],
  'three nodes and etcd': ['one', 'two', 'three'],
  'two nodes and Redis': ['one', 'two'],
}

export const worlds = Object.keys(nodesOf) as readonly World[]

/** Why this world cannot run here; `false` if it can. */
export function missingFor(world: World): string | false {
  const server = servers[world]
  return server === undefined ? false : missing(server)
}

/** Plays one disturbed life of a world, from its start to an empty root. Rejects with the problem. */
export async function oneRun(world: World, seed: number): Promise<void> {
  const name = servers[world]
  const server = name && (await startServer(name))
  const nodes = new Nodes(nodesOf[world], server && `${name}://127.0.0.1:${server.port}`)
  try {
    const disturbStore = async (pauseMs: number): Promise<void> => {
      await server?.kill()
      await sleep(pauseMs)
      await server?.start()
    }
    await disturb(nodes, seed, server && disturbStore)
  } finally {
    await nodes.remove()
    await server?.remove()
  }
}
