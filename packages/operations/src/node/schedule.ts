import { randomUUID } from 'node:crypto'
import { dirname, resolve } from 'node:path'
import { Failure } from '@slipway/model'
import { everywhere, hooksEverywhere, type Manifest, ofNode } from '@slipway/preparer'
import type { Slipway } from '../slipway.ts'
import { intentValue } from './intent-entry.ts'
import { isKnown } from './known-nodes.ts'
import { manifestIn } from './manifest-file.ts'
import type { NodeRequest } from './node-request.ts'
import { lookIntoStore, withStore } from './with-store.ts'

/** The nodes of a pod: one node or all nodes. A hook is always on all nodes. */
export interface Placement {
  readonly node?: string | undefined
  readonly isHook?: boolean | undefined
}

export interface ScheduleRequest extends NodeRequest, Placement {
  /** The paths of the manifest files. */
  readonly files: readonly string[]
}

export interface Scheduled {
  readonly id: string
  readonly hash: string
  /** True if the node's preparer has never joined the store, though it still may. */
  readonly isForStranger?: boolean
}

/**
 * Schedules all manifests, or none.
 *
 * @throws DiagnosticsFailure with all mistakes of a manifest; Failure
 */
export async function schedule(slipway: Slipway, request: ScheduleRequest): Promise<readonly Scheduled[]> {
  const files = request.files.map((file) => resolve(slipway.cwd, file))
  const manifests = files.map((file) => manifestIn(file, dirname(file)))
  const keys = manifests.map((manifest) => keyOf(manifest.id, request))
  if (request.isHook !== true) for (const manifest of manifests) refuseHook(manifest)
  const { node } = request
  const isForStranger = await withStore(slipway, request, async (store) => {
    await store.commit(
      manifests.map(({ text }, index) => ({
        type: 'put',
        key: keys[index] ?? '',
        value: intentValue({ manifest: text, turn: randomUUID() }),
      })),
    )
    return node !== undefined && !(await isKnown(store, node))
  })
  return manifests.map(({ id, hash }) => ({ id, hash, isForStranger }))
}

export interface UnscheduleRequest extends NodeRequest, Placement {
  readonly id: string
}

/**
 * Removes a pod or hook from the schedule.
 *
 * @throws Failure `node/not-scheduled`, `node/hook-on-a-node`
 */
export async function unschedule(slipway: Slipway, request: UnscheduleRequest): Promise<void> {
  const { id, isHook, node } = request
  const key = keyOf(id, request)
  const wasThere = await lookIntoStore(slipway, request, async (store) => {
    if ((await store.get(key)) === undefined) return false
    await store.delete(key)
    return true
  })
  if (wasThere === true) return
  const where = node === undefined ? 'on every node' : `on ${node}`
  throw new Failure('node/not-scheduled', `${isHook === true ? 'the hook ' : ''}${id} is not scheduled ${where}`, {
    hint: 'slipway node status lists the scheduled pods and their places: name the right place with --node or --hook',
  })
}

/**
 * Returns the key of a pod or hook in the store.
 *
 * @throws Failure `node/hook-on-a-node`
 */
export function keyOf(id: string, { node, isHook }: Placement): string {
  if (isHook !== true) return `${node === undefined ? everywhere : ofNode(node)}${id}`
  if (node === undefined) return `${hooksEverywhere}${id}`
  throw new Failure('node/hook-on-a-node', `the hook ${id} cannot be on ${node} alone: hooks are on every node`, {
    hint: 'leave --node out; hook.pods in the manifest limits it to some pods',
  })
}

/**
 * Refuses a manifest of a hook.
 *
 * @throws Failure `node/is-a-hook`
 */
export function refuseHook({ id, body }: Manifest): void {
  if (body.hook === undefined) return
  throw new Failure('node/is-a-hook', `${id} is a hook: its manifest sets when it runs`, {
    hint: 'schedule the hook with --hook, or remove hook: from its manifest',
  })
}
