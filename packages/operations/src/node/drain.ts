import { drainOf } from '@slipway/preparer'
import { Failure } from '@slipway/model'
import type { Slipway } from '../slipway.ts'
import { isKnown, knownNodes } from './known-nodes.ts'
import { layoutOf, nodeOf, type NodeRequest } from './node-request.ts'
import { withStore } from './with-store.ts'

export interface DrainRequest extends NodeRequest {
  /** Absent: the node of the request's root, or else the node of this machine. */
  readonly node?: string | undefined
  /** True: ends the drain, so that the node runs its scheduled pods again. */
  readonly undo?: boolean | undefined
}

/**
 * Removes all pods from a node but keeps its schedule. Returns the node's name once the order is written.
 *
 * @throws Failure `node/unknown-node`
 */
export async function drain(slipway: Slipway, request: DrainRequest): Promise<string> {
  const node = request.node ?? nodeOf(layoutOf(slipway, request))
  await withStore(slipway, request, async (store) => {
    if (request.undo === true) return store.delete(drainOf(node))
    if (!(await isKnown(store, node))) throw unknownNode(node, await knownNodes(store))
    return store.put(drainOf(node), 'yes')
  })
  return node
}

function unknownNode(node: string, known: readonly string[]): Failure {
  const names = known.length === 0 ? 'and no other preparer either' : `only ${known.join(', ')}`
  return new Failure('node/unknown-node', `no preparer named ${node} has ever used the store, ${names}`, {
    hint: 'check the name given by --node, and the store',
  })
}
