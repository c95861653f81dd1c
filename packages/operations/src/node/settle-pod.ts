import { setTimeout as sleep } from 'node:timers/promises'
import type { KeyValueStore } from '@slipway/infra/keyvalue'
import { Failure } from '@slipway/model'
import { intentRoot, type Manifest, type PodKind } from '@slipway/preparer'
import type { Slipway } from '../slipway.ts'
import { LocalPreparer } from './local-preparer.ts'
import { layoutOf, nodeOf, type NodeRequest, withStore } from './node-request.ts'
import { type PodStatus, statusIn } from './node-status.ts'
import { silenceText } from './silence.ts'
import { intentValue, keyOf, ownerIn, refuseHook } from './schedule.ts'

/** A pod or hook, and where it is to be. */
export interface PlacedPod {
  readonly kind: PodKind
  readonly id: string
  /** Empty: the node of the root. Of a hook it means nothing: it is on every node. */
  readonly nodes: readonly string[]
  /** Written beside what is scheduled, so that it is found again wherever that was. */
  readonly owner?: string
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
   * Schedules the manifest, and waits until it runs and, where it has a status, is healthy, on all of its nodes: at once on those that
   * have none of it yet, and then on one after the other of those that run another version, so that a bad one goes no further. Answers
   * in the order of the nodes.
   *
   * @throws Failure `node/not-running`
   */
  async run(pod: PlacedPod, manifest: Manifest, settling: Settling): Promise<readonly PodStatus[]> {
    if (pod.kind === 'pod') refuseHook(manifest)
    const value = intentValue(manifest.text, pod.owner)
    const ends = performance.now() + settling.timeoutMs
    return this.#settle(pod, async (store) => {
      const runOn = async (nodes: readonly string[]): Promise<readonly PodStatus[]> => {
        const part = { ...pod, nodes }
        await store.commit(this.#keys(part).map((key) => ({ type: 'put', key, value })))
        const needsHealth = manifest.body.status !== undefined
        return this.#until(store, part, { ...settling, ends }, (all) =>
          isRunning(all, nodes, manifest.hash, needsHealth),
        )
      }
      const nodes = this.#nodes(pod)
      if (pod.kind === 'hook') return runOn(nodes)
      const before = await Promise.all(nodes.map((node) => store.get(keyOf(pod.id, { node }))))
      const others = nodes.filter((_, index) => before[index] !== undefined && before[index] !== value)
      const together = nodes.filter((node) => !others.includes(node))
      if (together.length > 0) await runOn(together)
      for (const [index, node] of others.entries()) {
        if (nodes.length > 1) settling.onNews(`replacing it on ${node}, ${index + 1} of ${others.length}`)
        await runOn([node]).catch((error: unknown) => {
          throw withLeft(error, others.slice(index + 1))
        })
      }
      const all = await this.#status(store, pod)
      return nodes.flatMap((node) => all.find((status) => status.node === node) ?? [])
    })
  }

  /** Nodes that the pod is scheduled on for its owner, also by an attempt that has failed. */
  async scheduledOn({ id, owner }: PlacedPod): Promise<readonly string[]> {
    const entries = await withStore(this.#slipway, this.#request, (store) => store.list(`${intentRoot}nodes/`))
    const own = entries.filter(({ value }) => owner !== undefined && ownerIn(value) === owner)
    return own.flatMap(({ key }) => {
      const [, node, pod] = /\/nodes\/([^/]+)\/pods\/(.+)$/.exec(key) ?? []
      return node !== undefined && pod === id ? [decodeURIComponent(node)] : []
    })
  }

  /** @throws Failure `node/not-removed` */
  async remove(pod: PlacedPod, settling: Settling): Promise<void> {
    const ends = performance.now() + settling.timeoutMs
    await this.#settle(pod, async (store) => {
      await store.commit(this.#keys(pod).map((key) => ({ type: 'delete', key })))
      await this.#until(store, pod, { ...settling, ends }, (all) => all.length === 0, 'node/not-removed')
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
    { signal, ends, onNews }: Settling & { readonly ends: number },
    isDone: (all: readonly PodStatus[]) => boolean,
    code: 'node/not-running' | 'node/not-removed' = 'node/not-running',
  ): Promise<readonly PodStatus[]> {
    let told = ''
    for (;;) {
      signal.throwIfAborted()
      const all = await this.#status(store, pod)
      if (isDone(all)) return all
      const words = all.map(statusText).join('; ')
      if (words !== told) onNews((told = words))
      const isHopeless = code === 'node/not-running' && all.some(({ state }) => lost.has(state))
      if (isHopeless || performance.now() > ends) throw await this.#unsettled(store, code, pod, all)
      if (this.#isHere(pod)) await this.#local.attend()
      await sleep(pollMs, undefined, { signal })
    }
  }

  async #unsettled(
    store: KeyValueStore,
    code: 'node/not-running' | 'node/not-removed',
    { id, kind }: PlacedPod,
    all: readonly PodStatus[],
  ): Promise<Failure> {
    const what = code === 'node/not-running' ? 'does not run' : 'is not removed'
    const silent = all.filter(({ state }) => silentStates.has(state))
    const words = await Promise.all(
      all.map(async (status) =>
        silent.includes(status) ? await silenceText(store, this.#request, status.node) : statusText(status),
      ),
    )
    const said = words.length === 0 ? 'no node has answered' : words.join('; ')
    const hint =
      silent.length === 0
        ? 'slipway node status shows how it is now'
        : 'a node continues with what is scheduled when its preparer is back; then run this again'
    return new Failure(code, `the ${kind} ${id} ${what}: ${said}`, { hint })
  }
}

const pollMs = 25

/** What a node says that has not even looked, if its preparer is there. */
const silentStates: ReadonlySet<string> = new Set(['queued', 'removing'])

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

function statusText({ node, state, step, reason }: PodStatus): string {
  const where = step === undefined ? `${state} on ${node}` : `${state} on ${node}, ${step}`
  return reason === undefined ? where : `${where}: ${reason}`
}

/** A roll that stopped on its way: the rest was not touched. */
function withLeft(error: unknown, left: readonly string[]): unknown {
  if (!(error instanceof Failure) || left.length === 0) return error
  const { code, message, hint, details } = error
  return new Failure(code, `${message}; not touched: ${left.join(', ')}`, {
    details,
    cause: error,
    ...(hint !== undefined && { hint }),
  })
}
