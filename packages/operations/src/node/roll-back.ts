import { randomUUID } from 'node:crypto'
import type { KeyValueStore } from '@slipway/infra/keyvalue'
import { Failure } from '@slipway/model'
import { everywhere, ofNode, parseManifest, parseReality, type Reality, realityRoot } from '@slipway/preparer'
import type { Slipway } from '../slipway.ts'
import { intentValue, parseIntent } from './intent-entry.ts'
import { lookIntoStore, type NodeRequest } from './node-request.ts'
import type { Scheduled } from './schedule.ts'

export interface RollBackRequest extends NodeRequest {
  readonly id: string
  /** Absent: wherever it is scheduled. */
  readonly node?: string | undefined
}

/**
 * Schedules the manifest that ran before the one that runs now, where that one is scheduled.
 *
 * @throws Failure `node/no-earlier-version`
 */
export async function rollBack(slipway: Slipway, request: RollBackRequest): Promise<Scheduled> {
  const done = await lookIntoStore(slipway, request, (store) => rollBackIn(store, request))
  if (done !== undefined) return done
  throw noEarlierVersion(request)
}

async function rollBackIn(store: KeyValueStore, request: RollBackRequest): Promise<Scheduled | undefined> {
  const { id, node } = request
  const realities = (await store.list(realityRoot))
    .filter(({ key }) => key.endsWith(`/pod/${id}`))
    .flatMap(({ value }) => parseReality(value) ?? [])
    .filter((reality) => node === undefined || reality.node === node)
    // After a version that never ran, the one before it runs again: there is nothing to go back to.
    .filter((reality) => reality.before === undefined || parseManifest(reality.before).hash !== runs(reality))
  const texts = new Set(realities.flatMap(({ before }) => before ?? []))
  const [text, ...others] = texts
  if (others.length > 0)
    throw new Failure('node/no-earlier-version', `before, the nodes ran different versions of ${id}`, {
      hint: 'name one with --node',
    })
  if (text === undefined) return undefined
  const { hash } = parseManifest(text)
  const own = realities.map((reality) => `${ofNode(reality.node)}${id}`)
  const entries = new Map(await Promise.all(own.map(async (key) => [key, await store.get(key)] as const)))
  const scheduled = own.filter((key) => entries.get(key) !== undefined)
  const elsewhere = node === undefined ? [`${everywhere}${id}`] : own
  const keys = scheduled.length > 0 ? scheduled : elsewhere
  // A resource whose pod is rolled back has it still.
  const valueAt = (key: string): string => {
    const { owner, by, role, former } = parseIntent(entries.get(key) ?? '')
    return intentValue({ manifest: text, owner, by, role, former, turn: randomUUID() })
  }
  await store.commit(keys.map((key) => ({ type: 'put', key, value: valueAt(key) })))
  return { id, hash }
}

/** The hash of the manifest that runs as it is wanted. */
function runs({ state, manifest, intent }: Reality): string | undefined {
  return state === 'running' && manifest === intent ? manifest : undefined
}

function noEarlierVersion({ id, node }: RollBackRequest): Failure {
  const where = node === undefined ? '' : ` on ${node}`
  return new Failure('node/no-earlier-version', `no version of ${id} ran${where} before the present one`, {
    hint: 'schedule the manifest that you want',
  })
}
