import { setTimeout as sleep } from 'node:timers/promises'
import type { KeyValueStore } from '@slipway/infra/keyvalue'
import { Failure } from '@slipway/model'
import type { Manifest, PodKind } from '@slipway/preparer'
import type { Slipway } from '../slipway.ts'
import { LocalPreparer } from './local-preparer.ts'
import { layoutOf, nodeOf, type NodeRequest, withStore } from './node-request.ts'
import { type PodStatus, statusIn } from './node-status.ts'
import { intentValue, keyOf, refuseHook } from './schedule.ts'

/** A pod or hook, and where it is to be. */
export interface PlacedPod {
  readonly kind: PodKind
  readonly id: string
  /** Empty: the node of the root. Of a hook it means nothing: it is on every node. */
  readonly nodes: readonly string[]
}

export interface Settling {
  readonly signal: AbortSignal
  /** How long what is scheduled may take to run, or to be gone, in milliseconds. */
  readonly timeoutMs: number
  /** What is new. */
  readonly onNews: (message: string) => void
}

/**
 * Pods by what shall be: each call ends when it is so. The node of the root gets a preparer for that long, if it has none; a store
 * without a root is that of others.
 */
export class NodePods {
  readonly #slipway: Slipway
  readonly #request: NodeRequest
  readonly #local: LocalPreparer

  constructor(slipway: Slipway, request: NodeRequest, onEvent: (message: string) => void) {
    this.#slipway = slipway
    this.#request = request
    this.#local = new LocalPreparer(slipway, request, ({ pod, message }) => onEvent(`${pod}: ${message}`))
  }

  /**
   * Schedules the manifest, and waits until it runs and, where it has a status, is healthy, on all of its nodes.
   *
   * @throws Failure `node/not-running`
   */
  async run(pod: PlacedPod, manifest: Manifest, settling: Settling): Promise<readonly PodStatus[]> {
    if (pod.kind === 'pod') refuseHook(manifest)
    const keys = this.#keys(pod)
    return this.#settle(pod, async (store) => {
      const value = intentValue(manifest.text)
      const unheard = await Promise.all(keys.map(async (key) => (await store.get(key)) !== value))
      const changed = keys.filter((_, index) => unheard[index])
      await store.commit(changed.map((key) => ({ type: 'put', key, value })))
      const needsHealth = manifest.body.status !== undefined
      return this.#until(store, pod, settling, (all) => isRunning(all, this.#nodes(pod), manifest.hash, needsHealth))
    })
  }

  /** @throws Failure `node/not-removed` */
  async remove(pod: PlacedPod, settling: Settling): Promise<void> {
    await this.#settle(pod, async (store) => {
      await store.commit(this.#keys(pod).map((key) => ({ type: 'delete', key })))
      await this.#until(store, pod, settling, (all) => all.length === 0, 'node/not-removed')
    })
  }

  /** How it is, on all of its nodes; `undefined`: it is not scheduled on each of them. */
  async look(pod: PlacedPod): Promise<readonly PodStatus[] | undefined> {
    return withStore(this.#slipway, this.#request, async (store) => {
      const found = await Promise.all(this.#keys(pod).map((key) => store.get(key)))
      return found.includes(undefined) ? undefined : this.#status(store, pod)
    })
  }

  #settle<T>(pod: PlacedPod, work: (store: KeyValueStore) => Promise<T>): Promise<T> {
    const settled = (): Promise<T> => withStore(this.#slipway, this.#request, work)
    return this.#isHere(pod) ? this.#local.use(settled) : settled()
  }

  /** The node of the root; `undefined`: the request has none. */
  get #own(): string | undefined {
    const { store, root } = this.#request
    return store === undefined || root !== undefined ? nodeOf(layoutOf(this.#slipway, this.#request)) : undefined
  }

  #isHere(pod: PlacedPod): boolean {
    const own = this.#own
    return own !== undefined && this.#nodes(pod).includes(own)
  }

  /** Of a hook in a store of others: none, which is all that there are. */
  #nodes({ kind, id, nodes }: PlacedPod): readonly string[] {
    if (nodes.length > 0) return nodes
    const own = this.#own
    if (own !== undefined) return [own]
    if (kind === 'hook') return []
    throw new Failure('node/no-node', `on which node of the store is ${id} to run?`, {
      hint: 'name it with node or nodes; or give the root of the node of this machine',
    })
  }

  #keys(pod: PlacedPod): readonly string[] {
    if (pod.kind === 'hook') return [keyOf(pod.id, { isHook: true })]
    return this.#nodes(pod).map((node) => keyOf(pod.id, { node }))
  }

  async #status(store: KeyValueStore, pod: PlacedPod): Promise<readonly PodStatus[]> {
    const nodes = new Set(this.#nodes(pod))
    const all = await statusIn(store)
    return all.filter(
      (status) => status.kind === pod.kind && status.pod === pod.id && (pod.kind === 'hook' || nodes.has(status.node)),
    )
  }

  async #until(
    store: KeyValueStore,
    pod: PlacedPod,
    { signal, timeoutMs, onNews }: Settling,
    isDone: (all: readonly PodStatus[]) => boolean,
    code: 'node/not-running' | 'node/not-removed' = 'node/not-running',
  ): Promise<readonly PodStatus[]> {
    const ends = performance.now() + timeoutMs
    let told = ''
    for (;;) {
      signal.throwIfAborted()
      const all = await this.#status(store, pod)
      if (isDone(all)) return all
      const words = all.map(statusText).join('; ')
      if (words !== told) onNews((told = words))
      const isHopeless = code === 'node/not-running' && all.some(({ state }) => lost.has(state))
      if (isHopeless || performance.now() > ends) throw unsettled(code, pod, words)
      if (this.#isHere(pod)) await this.#local.attend()
      await sleep(pollMs, undefined, { signal })
    }
  }
}

const pollMs = 25

/** States that waiting will not improve. */
const lost: ReadonlySet<string> = new Set(['unauthorised', 'failed'])

function isRunning(all: readonly PodStatus[], nodes: readonly string[], hash: string, needsHealth: boolean): boolean {
  const good = all.filter(
    ({ state, manifest, healthy }) => state === 'running' && manifest === hash && (!needsHealth || healthy === true),
  )
  return (
    good.length > 0 && good.length === all.length && nodes.every((node) => good.some((status) => status.node === node))
  )
}

function statusText({ node, state, reason }: PodStatus): string {
  return `${state} on ${node}${reason === undefined ? '' : `: ${reason}`}`
}

function unsettled(code: 'node/not-running' | 'node/not-removed', { id, kind }: PlacedPod, words: string): Failure {
  const what = code === 'node/not-running' ? 'does not run' : 'is not removed'
  return new Failure(code, `the ${kind} ${id} ${what}: ${words === '' ? 'no node has said anything' : words}`, {
    hint: 'slipway node status shows how it is now; a node that is away needs its slipway node run',
  })
}
