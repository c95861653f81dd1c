import { setTimeout as sleep } from 'node:timers/promises'
import type { KeyValueStore } from '@slipway/infra/keyvalue'
import { Failure } from '@slipway/model'
import { drainOf, everywhere, intentRoot, type Manifest, type PodKind } from '@slipway/preparer'
import type { Slipway } from '../../slipway.ts'
import { hashIn, parseIntent } from '../intent-entry.ts'
import { LocalPreparer } from './local-preparer.ts'
import { layoutOf, nodeOf, type NodeRequest } from '../node-request.ts'
import { withStore } from '../with-store.ts'
import { type PodStatus, ranIn, statusIn } from '../node-status.ts'
import { silenceText } from '../silence.ts'
import { isOfEarlierVersion, isRelated, type KnownPod, type Owner, whose } from './pod-claim.ts'
import { type Place, PodIntent } from './pod-intent.ts'
import { keyOf, refuseHook } from '../schedule.ts'

/** A pod or hook, and the nodes that should run it. */
export interface PlacedPod {
  readonly kind: PodKind
  readonly id: string
  /** The nodes of the pod. Empty: the node of the root. Ignored for a hook, which runs on every node. */
  readonly nodes: readonly string[]
  /** The owner, recorded with the manifest. It identifies the entry on any node and keeps other owners from taking over the entry. */
  readonly owner: Owner
  /** Absent: the pod has not been deployed yet. */
  readonly known?: KnownPod | undefined
}

/** The state of a pod or hook, as its nodes last reported it. */
export interface FoundPod {
  /** The state: `running` if the pod runs on all its nodes. */
  readonly state: string
  /** The hash of the scheduled manifest, or the first hash on a node that differs from the recorded hash. */
  readonly hash?: string
  /** The id of the process on the first node. */
  readonly pid?: number
}

export interface Settling {
  readonly signal: AbortSignal
  /** The time limit for a pod to start or to disappear, in milliseconds. */
  readonly timeoutMs: number
  readonly onNews: (message: string) => void
}

/**
 * Starts and removes pods. Each call ends once the wanted state is reached. If the node of the root has no preparer, the call runs one while it
 * lasts. For a store without a root, the nodes run their own preparers.
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
   * Schedules the manifest, and waits until the pod runs on all its nodes and, where it has a status, is healthy. Nodes that have none of
   * the pod get it at once. Nodes that run another version get it one after the other, so a bad version spreads no further. Returns the
   * statuses in the order of the nodes.
   *
   * @throws Failure `node/not-running`; `node/taken` when the pod belongs to another owner
   */
  async run(pod: PlacedPod, manifest: Manifest, settling: Settling): Promise<readonly PodStatus[]> {
    if (pod.kind === 'pod') refuseHook(manifest)
    const ends = performance.now() + settling.timeoutMs
    return this.#settle(pod, async (store) => {
      const intent = this.#intent(store, pod)
      // All places are checked first: if one belongs to another owner, nothing is written.
      const before = await intent.free(this.#places(pod), manifest)
      const runOn = async (nodes: readonly string[]): Promise<readonly PodStatus[]> => {
        const part = { ...pod, nodes }
        const given = (await this.#status(store, part)).filter(({ state }) => lost.has(state))
        const isLost = (on?: string): boolean => given.some(({ node }) => on === undefined || node === on)
        await intent.put(this.#places(part), manifest, isLost)
        const needsHealth = manifest.body.status !== undefined
        return this.#until(store, part, { ...settling, ends }, (all) =>
          isRunning(all, nodes, manifest.hash, needsHealth),
        )
      }
      const nodes = this.#nodes(pod)
      if (pod.kind === 'hook') return runOn(nodes)
      const others = nodes.filter((node) => {
        const value = before.get(keyOf(pod.id, { node }))
        return value !== undefined && hashIn(value) !== manifest.hash
      })
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

  /** Returns the nodes on which the owner has scheduled the pod, including the nodes of a failed attempt. */
  async scheduledOn(pod: Pick<PlacedPod, 'id' | 'owner'>): Promise<readonly string[]> {
    return withStore(this.#slipway, this.#request, (store) => this.#scheduledIn(store, pod))
  }

  async #scheduledIn(store: KeyValueStore, { id, owner }: Pick<PlacedPod, 'id' | 'owner'>): Promise<readonly string[]> {
    const entries = await store.list(`${intentRoot}nodes/`)
    const own = entries.filter(({ value }) => whose(value, owner) === 'own')
    return own.flatMap(({ key }) => {
      const [, node, pod] = /\/nodes\/([^/]+)\/pods\/(.+)$/.exec(key) ?? []
      return node !== undefined && pod === id ? [decodeURIComponent(node)] : []
    })
  }

  /** Removes the pod. Keeps an entry by which another owner has replaced the pod, and an entry for every node. */
  async remove(pod: PlacedPod, settling: Settling): Promise<void> {
    const ends = performance.now() + settling.timeoutMs
    await this.#settle(pod, async (store) => {
      const places = this.#places(pod)
      if (this.#isHere(pod)) await this.#untilHeard({ ...settling, ends })
      const isUnheard = (await this.#status(store, pod)).some(({ state, manifest }) => state === 'queued' && !manifest)
      const stays = await this.#intent(store, pod, await ranIn(store, pod)).takeAway(places)
      for (const { node, value, isBack = false } of stays)
        if (isBack) await this.#untilBack(store, pod, node, value, { ...settling, ends })
        else if (isOfEarlierVersion(value) && pod.known !== undefined) throw unclear(pod, node)
        else if (!isRelated(value, pod.owner)) settling.onNews(staysText(pod, node, parseIntent(value).by))
      const gone = places.filter(({ node }) => !stays.some((other) => other.node === node))
      if (gone.length === 0) return
      const isElsewhere = pod.kind === 'pod' && (await store.get(`${everywhere}${pod.id}`)) !== undefined
      if (isElsewhere) settling.onNews(staysText(pod, undefined, undefined))
      // If the pod is also scheduled for every node, that version takes over.
      const isGone = ({ state }: PodStatus): boolean => isElsewhere && !underWay.has(state)
      const part = { ...pod, nodes: gone.flatMap(({ node }) => node ?? []) }
      // A node that has not reported the pod yet may just have begun to work on it.
      const quietAt = performance.now() + (isUnheard ? unheardMs : 0)
      const isQuiet = (): boolean =>
        (this.#isHere(part) ? this.#local.isRidOf(pod.kind, pod.id) : undefined) ?? performance.now() >= quietAt
      const isOver = (all: readonly PodStatus[]): boolean => all.every(isGone) && (isElsewhere || isQuiet())
      await this.#until(store, part, { ...settling, ends }, isOver, 'node/not-removed')
    })
  }

  /** Waits until the replaced pod runs again. If it does not run, the replacement is removed all the same. */
  async #untilBack(
    store: KeyValueStore,
    pod: PlacedPod,
    node: string | undefined,
    value: string,
    settling: Settling & { readonly ends: number },
  ): Promise<void> {
    settling.onNews(`the ${pod.kind} ${pod.id} returns to the version before its replacement`)
    const part = { ...pod, nodes: node === undefined ? [] : [node] }
    const hash = hashIn(value) ?? ''
    await this.#until(store, part, settling, (all) => isRunning(all, part.nodes, hash, false)).catch(
      (error: unknown) => {
        if (!(error instanceof Failure)) throw error
        settling.onNews(error.message)
      },
    )
  }

  /** Waits until the preparer of this process has read the schedule, so that it also notices removals. */
  async #untilHeard({ signal, ends }: Pick<Settling, 'signal'> & { readonly ends: number }): Promise<void> {
    while (this.#local.hasHeard === false && performance.now() < ends) {
      await sleep(pollMs, undefined, { signal })
      await this.#local.attend()
    }
  }

  /** Reads the state of the pod; `undefined` if no node has the pod in its schedule any more. */
  async look(pod: PlacedPod): Promise<FoundPod | undefined> {
    return withStore(this.#slipway, this.#request, async (store) => {
      const intent = this.#intent(store, pod)
      const places = this.#places(pod)
      const entries = await intent.at(places)
      const missing = places.filter((place) => !intent.isOwn(place, entries))
      const isGone = missing.length === places.length
      if (isGone && (pod.kind === 'hook' || (await this.#scheduledIn(store, pod)).length === 0)) return undefined
      const all = await this.#status(store, pod)
      const hashes = places.map(({ key }) => hashIn(entries.get(key) ?? ''))
      const hash = hashes.find((one) => one !== pod.known?.hash) ?? hashes[0]
      const pid = all.find(({ node }) => node === this.#nodes(pod)[0])?.pid
      const lostOn = missing.map(({ node }) => node).join(', ')
      const state = lostOn === '' ? await this.#stateIn(store, pod, all) : `not scheduled on ${lostOn}`
      return { state, ...(hash !== undefined && { hash }), ...(pid !== undefined && { pid }) }
    })
  }

  /** Returns the first state that is not the wanted one. A hook must be on every node, including unreachable nodes. */
  async #stateIn(store: KeyValueStore, pod: PlacedPod, all: readonly PodStatus[]): Promise<string> {
    const isAway = (state: string): boolean => pod.kind === 'hook' && silentStates.has(state)
    const drained = pod.kind === 'pod' ? await this.#drainedIn(store, pod, all) : []
    const down = all.find(({ node, state }) => state !== 'running' && !isAway(state) && !drained.includes(node))
    if (down !== undefined) return down.state
    if (pod.kind === 'hook') return 'running'
    if (drained.length > 0) return 'drained'
    return all.length < this.#nodes(pod).length ? 'queued' : 'running'
  }

  /** Returns the nodes that run nothing of the pod because they are drained. */
  async #drainedIn(store: KeyValueStore, pod: PlacedPod, all: readonly PodStatus[]): Promise<readonly string[]> {
    const has = (node: string): boolean => all.some((status) => status.node === node && status.state !== 'removing')
    const silent = this.#nodes(pod).filter((node) => !has(node))
    const drains = await Promise.all(silent.map((node) => store.get(drainOf(node))))
    return silent.filter((_, index) => drains[index] !== undefined)
  }

  #settle<T>(pod: PlacedPod, work: (store: KeyValueStore) => Promise<T>): Promise<T> {
    const settled = (): Promise<T> => withStore(this.#slipway, this.#request, work)
    return this.#isHere(pod) ? this.#local.use(settled) : settled()
  }

  /** The node of the root; `undefined` if the request has no root. */
  get #own(): string | undefined {
    const { store, root } = this.#request
    return store === undefined || root !== undefined ? nodeOf(layoutOf(this.#slipway, this.#request)) : undefined
  }

  #isHere(pod: PlacedPod): boolean {
    const own = this.#own
    return own !== undefined && this.#nodes(pod).includes(own)
  }

  /** Returns the nodes of a pod. A hook in a store without a root has an empty list, which means every node. */
  #nodes({ kind, id, nodes }: PlacedPod): readonly string[] {
    if (nodes.length > 0) return nodes
    const own = this.#own
    if (own !== undefined) return [own]
    if (kind === 'hook') return []
    throw new Failure('node/no-node', `on which node of the store should ${id} run?`, {
      hint: 'name the node with node or nodes; or give the root of the node of this machine',
    })
  }

  #places(pod: PlacedPod): readonly Place[] {
    const { kind, id, known } = pod
    if (kind === 'hook') return [{ key: keyOf(id, { isHook: true }), isKnown: known !== undefined }]
    const before = known === undefined ? [] : this.#nodes({ ...pod, nodes: known.nodes })
    return this.#nodes(pod).map((node) => ({ key: keyOf(id, { node }), node, isKnown: before.includes(node) }))
  }

  #intent(store: KeyValueStore, { kind, id, owner, known }: PlacedPod, ran?: ReadonlySet<string>): PodIntent {
    return new PodIntent(store, { kind, id, owner, knownHash: known?.hash, ran })
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
    pod: PlacedPod,
    all: readonly PodStatus[],
  ): Promise<Failure> {
    const { id, kind } = pod
    const what = code === 'node/not-running' ? 'does not run' : 'is not removed'
    const silent = all.filter(({ state }) => silentStates.has(state))
    const words = await Promise.all(
      all.map(async (status) =>
        silent.includes(status) ? await silenceText(store, this.#request, status.node) : statusText(status),
      ),
    )
    const [drained] = kind === 'pod' ? await this.#drainedIn(store, pod, all) : []
    const nothing = drained === undefined ? 'no node has answered' : `${drained} is drained`
    const said = words.length === 0 ? nothing : words.join('; ')
    const hint =
      drained !== undefined
        ? `slipway node drain --undo --node ${drained} lets it run its scheduled pods again`
        : silent.length === 0
          ? 'slipway node status shows its present state'
          : 'a node continues with its schedule when its preparer is back; then run this again'
    return new Failure(code, `the ${kind} ${id} ${what}: ${said}`, { hint })
  }
}

const pollMs = 25

/** The time that the preparer of another process has to report that it has begun, in milliseconds. */
const unheardMs = 1000

/** States of a pod that its node has not looked at yet, perhaps because the preparer is not running. */
const silentStates: ReadonlySet<string> = new Set(['queued', 'removing'])

const underWay: ReadonlySet<string> = new Set([...silentStates, 'installing'])

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

function staysText({ kind, id }: PlacedPod, node: string | undefined, by: string | undefined): string {
  const where = node === undefined ? 'on every node' : `on ${node}`
  return `the ${kind} ${id} stays ${where}: it is scheduled there ${by === undefined ? 'by hand' : `by ${by}`}`
}

function unclear({ kind, id }: PlacedPod, node: string | undefined): Failure {
  const where = node === undefined ? 'on every node' : `on ${node}`
  const flag = kind === 'hook' ? ' --hook' : node === undefined ? '' : ` --node ${node}`
  return new Failure(
    'node/not-removed',
    `the ${kind} ${id} stays ${where}: an earlier version of slipway has scheduled it there, and did not record for whom`,
    { hint: `to remove it, run slipway node unschedule ${id}${flag}, then run this again` },
  )
}

/** Adds the nodes that a stopped rollout did not reach to its failure. */
function withLeft(error: unknown, left: readonly string[]): unknown {
  if (!(error instanceof Failure) || left.length === 0) return error
  const { code, message, hint, details } = error
  return new Failure(code, `${message}; not touched: ${left.join(', ')}`, {
    details,
    cause: error,
    ...(hint !== undefined && { hint }),
  })
}
