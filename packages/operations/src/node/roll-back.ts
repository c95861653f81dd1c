import { randomUUID } from 'node:crypto'
import type { KeyValueStore } from '@slipway/infra/keyvalue'
import { Failure, messageOf } from '@slipway/model'
import {
  everywhere,
  type Layout,
  type Manifest,
  ofNode,
  openWayBack,
  parseManifest,
  parseReality,
  type Reality,
  realityRoot,
} from '@slipway/preparer'
import type { Slipway } from '../slipway.ts'
import { intentValue, parseIntent } from './intent-entry.ts'
import { layoutOf, nodeOf, type NodeRequest } from './node-request.ts'
import { lookIntoStore } from './with-store.ts'
import type { Scheduled } from './schedule.ts'

export interface RollBackRequest extends NodeRequest {
  readonly id: string
  /** The node to roll back. Absent: all nodes where the pod is scheduled. */
  readonly node?: string | undefined
}

export interface RolledBack extends Scheduled {
  /** Nodes that have seen a higher sequence and have no permission to go back. */
  readonly refusing: readonly string[]
}

/**
 * Schedules the manifest that ran before the present one, on all nodes that have the present one. If the pod's manifests have sequences, permits
 * this node to accept the older manifest, through a file that only the preparer's user can write.
 *
 * @throws Failure `node/no-earlier-version`, `node/no-way-back`
 */
export async function rollBack(slipway: Slipway, request: RollBackRequest): Promise<RolledBack> {
  const layout = layoutOf(slipway, request)
  const done = await lookIntoStore(slipway, request, (store) => rollBackIn(store, request, layout))
  if (done !== undefined) return done
  throw noEarlierVersion(request)
}

async function rollBackIn(
  store: KeyValueStore,
  request: RollBackRequest,
  layout: Layout,
): Promise<RolledBack | undefined> {
  const { id, node } = request
  const realities = (await store.list(realityRoot))
    .filter(({ key }) => key.endsWith(`/pod/${id}`))
    .flatMap(({ value }) => parseReality(value) ?? [])
    .filter((reality) => node === undefined || reality.node === node)
    // If a version never ran, the version before it is running again, so there is nothing to go back to.
    .filter((reality) => reality.before === undefined || parseManifest(reality.before).hash !== runs(reality))
  const texts = new Set(realities.flatMap(({ before }) => before ?? []))
  const [text, ...others] = texts
  if (others.length > 0)
    throw new Failure('node/no-earlier-version', `before, the nodes ran different versions of ${id}`, {
      hint: 'name one with --node',
    })
  if (text === undefined) return undefined
  const earlier = parseManifest(text)
  const own = realities.map((reality) => `${ofNode(reality.node)}${id}`)
  const entries = new Map(await Promise.all(own.map(async (key) => [key, await store.get(key)] as const)))
  const scheduled = own.filter((key) => entries.get(key) !== undefined)
  const elsewhere = node === undefined ? [`${everywhere}${id}`] : own
  const keys = scheduled.length > 0 ? scheduled : elsewhere
  const present = await Promise.all(keys.map((key) => store.get(key)))
  const nodes = realities.map((reality) => reality.node)
  const counts = earlier.body.sequence !== undefined || present.some(hasSequence)
  const refusing = counts ? nodesAfterWayBack(layout, nodes, earlier) : []
  // After a rollback the pod still belongs to its resource.
  const valueAt = (key: string): string => {
    const { owner, by, role, former } = parseIntent(entries.get(key) ?? '')
    return intentValue({ manifest: text, owner, by, role, former, turn: randomUUID() })
  }
  await store.commit(keys.map((key) => ({ type: 'put', key, value: valueAt(key) })))
  return { id, hash: earlier.hash, refusing }
}

/** True if a manifest has a sequence. Nodes that have seen one may reject an earlier manifest as outdated. */
function hasSequence(value: string | undefined): boolean {
  const { manifest } = parseIntent(value ?? '')
  return manifest !== undefined && parseManifest(manifest).body.sequence !== undefined
}

/** Permits the way back on this node. Returns the other nodes, where only their own administrators can permit it. */
function nodesAfterWayBack(layout: Layout, nodes: readonly string[], earlier: Manifest): readonly string[] {
  const here = nodeOf(layout)
  if (!nodes.includes(here)) throw noWayBack(earlier, `the pod does not run on this machine's node, ${here}`)
  try {
    openWayBack(layout, { kind: 'pod', id: earlier.id }, earlier.hash)
  } catch (error) {
    throw noWayBack(earlier, messageOf(error), error)
  }
  return nodes.filter((node) => node !== here)
}

function noWayBack({ id }: Manifest, why: string, cause?: unknown): Failure {
  return new Failure(
    'node/no-way-back',
    `the versions of ${id} have sequences, and only a node itself goes back to a lower one: ${why}`,
    {
      hint: 'sign the manifest again with a higher sequence, or run slipway node rollback on the node itself, as the user of its preparer (root)',
      cause,
    },
  )
}

/** Returns the hash of the running manifest if it is also the wanted one. */
function runs({ state, manifest, intent }: Reality): string | undefined {
  return state === 'running' && manifest === intent ? manifest : undefined
}

function noEarlierVersion({ id, node }: RollBackRequest): Failure {
  const where = node === undefined ? '' : ` on ${node}`
  return new Failure('node/no-earlier-version', `no version of ${id} ran${where} before the current one`, {
    hint: 'schedule the manifest that you want',
  })
}
