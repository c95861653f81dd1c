import { drainOf } from '@slipway/preparer'
import type { Slipway } from '../slipway.ts'
import { layoutOf, nodeOf, type NodeRequest, withStore } from './node-request.ts'

export interface DrainRequest extends NodeRequest {
  /** Absent: the one whose root this is, or this machine's. */
  readonly node?: string | undefined
  /** Let it run again what is scheduled. */
  readonly undo?: boolean | undefined
}

/** Removes all pods from a node, and keeps what is scheduled for it. Returns once that is written, with the node's name. */
export async function drain(slipway: Slipway, request: DrainRequest): Promise<string> {
  const node = request.node ?? nodeOf(layoutOf(slipway, request))
  await withStore(slipway, request, (store) =>
    request.undo === true ? store.delete(drainOf(node)) : store.put(drainOf(node), 'yes'),
  )
  return node
}
