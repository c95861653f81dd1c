import type { KeyValueStore } from '@slipway/infra/keyvalue'
import {
  drainOf,
  everywhere,
  hooksEverywhere,
  intentRoot,
  ofNode,
  parseReality,
  type PodKind,
  type PodState,
  realityRoot,
  sentinelOf,
} from '@slipway/preparer'
import type { Slipway } from '../slipway.ts'
import { hashIn, type IntentEntry, parseIntent } from './intent-entry.ts'
import type { NodeRequest } from './node-request.ts'
import { lookIntoStore } from './with-store.ts'

/** A pod or hook of a node. */
export interface PodStatus {
  readonly node: string
  readonly pod: string
  readonly kind: PodKind
  /** The outcome of the last intent. */
  readonly state: PodState
  /** The hash of the running manifest. */
  readonly manifest?: string
  readonly pid?: number
  readonly attempts: number
  /** The step of a running attempt. */
  readonly step?: string
  readonly reason?: string
  readonly healthy?: boolean
  /** True for a hook that no longer runs because it kept failing. */
  readonly suspended?: boolean
}

/** Returns the status of all pods and hooks on all nodes of the store, by node and name. */
export async function nodeStatus(slipway: Slipway, request: NodeRequest): Promise<readonly PodStatus[]> {
  return (await lookIntoStore(slipway, request, statusIn)) ?? []
}

/** Like `nodeStatus`, for an open store. */
export async function statusIn(store: KeyValueStore): Promise<readonly PodStatus[]> {
  const [intent, reality] = await Promise.all([store.list(intentRoot), store.list(realityRoot)])
  const wanted = wantedOn(new Map(intent.map(({ key, value }) => [key, value])))
  const told = reality.flatMap(({ key, value }) => toldStatus(key, value, wanted))
  const known = new Set(told.map(({ node, kind, pod }) => `${node}/${kind}/${pod}`))
  const unheard = [...wanted]
    .filter(([name]) => !known.has(name))
    .map(([, { node, kind, pod }]): PodStatus => ({ node, pod, kind, state: 'queued', attempts: 0 }))
  return [...told, ...unheard].sort(
    (a, b) => compare(a.node, b.node) || compare(a.kind, b.kind) || compare(a.pod, b.pod),
  )
}

/** Returns the hashes of the manifests that the nodes run, or ran before, for a pod or hook. */
export async function ranIn(
  store: KeyValueStore,
  { kind, id }: { readonly kind: PodKind; readonly id: string },
): Promise<ReadonlySet<string>> {
  const told = await store.list(realityRoot)
  const own = told.filter(({ key }) => key.endsWith(`/${kind}/${id}`)).flatMap(({ value }) => parseReality(value) ?? [])
  const hashes = own.flatMap(({ manifest, before }) => [manifest, hashIn(JSON.stringify({ manifest: before }))])
  return new Set(hashes.filter((hash) => hash !== undefined))
}

interface Wanted {
  readonly node: string
  readonly kind: PodKind
  readonly pod: string
  /** The hash of the manifest. `undefined` for an unreadable manifest. */
  readonly hash: string | undefined
  readonly turn: IntentEntry['turn']
}

/** Groups the schedule by node, kind and name. Covers nodes that have registered and nodes with a schedule. */
function wantedOn(intent: ReadonlyMap<string, string>): ReadonlyMap<string, Wanted> {
  const nodePattern = new RegExp(`^${intentRoot}nodes/([^/]+)/`)
  const nodes = new Set([...intent.keys()].flatMap((key) => decoded(nodePattern.exec(key)?.[1])))
  const wanted = new Map<string, Wanted>()
  const add = (node: string, kind: PodKind, prefix: string): void => {
    for (const [key, value] of intent) {
      if (!key.startsWith(prefix)) continue
      const pod = key.slice(prefix.length)
      wanted.set(`${node}/${kind}/${pod}`, { node, kind, pod, hash: hashIn(value), turn: parseIntent(value).turn })
    }
  }
  for (const node of nodes) {
    if (intent.has(sentinelOf(node))) add(node, 'hook', hooksEverywhere)
    if (intent.has(drainOf(node))) continue
    if (intent.has(sentinelOf(node))) add(node, 'pod', everywhere)
    add(node, 'pod', ofNode(node))
  }
  return wanted
}

/** Derives a status from a node's report. An intent that the node has not seen yet counts as `queued`, a pod without intent as `removing`. */
function toldStatus(key: string, value: string, wanted: ReadonlyMap<string, Wanted>): readonly PodStatus[] {
  const read = parseReality(value)
  if (read === undefined) return []
  const { intent, turn, held, before: _, ...reality } = read
  const kind: PodKind = key.slice(realityRoot.length).split('/')[1] === 'hook' ? 'hook' : 'pod'
  const found = wanted.get(`${reality.node}/${kind}/${reality.pod}`)
  const status = { ...reality, kind }
  if (held !== undefined) return [{ ...status, reason: held } as PodStatus]
  if (found === undefined) return [{ ...withoutReason(status), state: 'removing' }]
  // A preparer of an earlier version reports no turn.
  const isSeen = found.turn === undefined || turn === undefined || found.turn === turn
  if (found.hash === undefined || (found.hash === intent && isSeen)) return [status as PodStatus]
  return [{ ...withoutReason(status), state: 'queued', attempts: 0 }]
}

function withoutReason(status: object): PodStatus {
  return { ...status, reason: undefined, step: undefined } as unknown as PodStatus
}

function decoded(name: string | undefined): readonly string[] {
  return name === undefined ? [] : [decodeURIComponent(name)]
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
