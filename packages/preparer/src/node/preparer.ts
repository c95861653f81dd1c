import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import type { Plugin, PluginContext } from '@slipway/agent'
import type { KeyValueStore, Watch } from '@slipway/infra'
import { messageOf } from '@slipway/model'
import { PodWorker } from '../deploy/pod-worker.ts'
import type { DeployPorts, NodeEvent } from '../deploy/ports.ts'
import type { Wanted } from '../deploy/wanted.ts'
import { Hooks } from '../hooks/hooks.ts'
import type { Layout } from '../install/layout.ts'
import { parseManifest } from '../manifest/manifest.ts'
import type { AuthPolicy } from '../policies/policy.ts'
import { intentRoot, type PodKind, realityOfNode, sentinelOf } from '../records/keys.ts'
import type { PodRecord } from '../records/pod-record.ts'
import { parseReality } from '../records/reality.ts'
import { Records } from '../records/records.ts'
import { ShimSupervisor } from '../supervise/shim-supervisor.ts'
import type { Supervisor } from '../supervise/supervisor.ts'
import { IntentTree, type NodeIntent } from './intent-tree.ts'
import { Monitor } from './monitor.ts'
import { claimRoot } from './root-claim.ts'

export interface PreparerOptions {
  readonly node: string
  readonly layout: Layout
  readonly env: NodeJS.ProcessEnv
  readonly ids: { next(): string }
  readonly now?: () => number
  readonly random?: () => number
  /** See {@link DeployPorts.firstPauseMs}. */
  readonly firstPauseMs?: number
  /** How often what runs is looked at, in milliseconds. */
  readonly lookMs?: number
  readonly supervisor?: Supervisor
  /** Follow the intent as it is, although the tree is not the one that the node knows. */
  readonly acceptIntent?: boolean
  readonly onEvent?: (event: NodeEvent) => void
}

/** How long what is told to the store may take when the preparer ends, in milliseconds. */
const lastWordsMs = 2000
/** How long steps that are under way may take then; hooks that take longer are ended, and run again. */
const lastStepMs = 10_000

/** The agent plugin of a node: makes what the store says so, and says in the store how it is. */
export class Preparer implements Plugin {
  readonly name = 'preparer'
  readonly deps: { readonly store: KeyValueStore; readonly journal: KeyValueStore; readonly policy: AuthPolicy }
  readonly #options: PreparerOptions
  readonly #tree: IntentTree
  readonly #workers = new Map<string, PodWorker>()
  readonly #closing = new AbortController()
  readonly #hookEnd = new AbortController()
  #ports: DeployPorts | undefined
  #monitor: Monitor | undefined
  #watch: Watch | undefined
  #looking: NodeJS.Timeout | undefined
  #giveBack: (() => void) | undefined
  #isRegistered = false
  #isGuarded = false
  readonly #ready = Promise.withResolvers<void>()
  #waiting: (() => void)[] = []
  #policyVersion = ''

  constructor(options: PreparerOptions, deps: Preparer['deps']) {
    this.#options = options
    this.deps = deps
    this.#tree = new IntentTree(options.node)
  }

  /** Resolves when hooks are in their places and know that the preparer is there: pods may follow. Needs the store. */
  get ready(): Promise<void> {
    return this.#ready.promise
  }

  async init(context: PluginContext): Promise<void> {
    const { layout, node, env, ids, now = Date.now, random = Math.random, firstPauseMs = 500 } = this.#options
    this.#giveBack = claimRoot(layout.claim, node)
    rmSync(layout.temporary, { recursive: true, force: true })
    mkdirSync(layout.temporary, { recursive: true, mode: 0o711 })
    const { store, journal, policy } = this.deps
    const records = new Records(context.use(journal), context.use(store))
    const tell = (event: NodeEvent): void => this.#options.onEvent?.(event)
    const hooks = new Hooks({
      layout,
      node,
      env,
      ids,
      now,
      records,
      signal: this.#hookEnd.signal,
      tell: (message) => tell({ pod: '', message }),
    })
    const supervisor = this.#options.supervisor ?? new ShimSupervisor()
    const closing = this.#closing.signal
    this.#ports = {
      node,
      env,
      layout,
      records,
      supervisor,
      hooks,
      policy,
      ids,
      now,
      random,
      firstPauseMs,
      closing,
      tell,
    }
    this.#monitor = new Monitor(this.#ports)
    this.#isRegistered = (await records.noted('registered')) !== undefined && this.#options.acceptIntent !== true
    for (const record of [...(await records.open()), ...this.#orphans()]) this.#remember(record)
  }

  afterInit(context: PluginContext): void {
    this.#watch = context.use(this.deps.store).watch(intentRoot, {
      snapshot: (entries) => {
        this.#tree.reset(entries)
        void this.#follow()
      },
      changes: (changes) => {
        this.#tree.apply(changes)
        void this.#follow()
      },
    })
    const look = (): void => {
      void this.#look().finally(() => {
        if (!this.#closing.signal.aborted) this.#looking = setTimeout(look, this.#options.lookMs ?? 1000)
      })
    }
    look()
  }

  async close(): Promise<void> {
    this.#closing.abort()
    clearTimeout(this.#looking)
    this.#changed()
    this.#ready.resolve()
    await this.#watch?.close()
    const timer = setTimeout(() => this.#hookEnd.abort(), lastStepMs)
    await Promise.all(Array.from(this.#workers.values(), (worker) => worker.ended))
    clearTimeout(timer)
    await this.#ports?.hooks.close()
    await this.#ports?.records.close(lastWordsMs)
    this.#giveBack?.()
  }

  get #running(): DeployPorts {
    if (this.#ports === undefined) throw new Error('the preparer has not been initialised')
    return this.#ports
  }

  /** What lies in the root though nobody remembers it: it is taken for a pod, which is then removed as pods are. */
  #orphans(): readonly PodRecord[] {
    const { layout } = this.#options
    const found = (folder: string, kind: PodKind): readonly PodRecord[] => {
      try {
        const entries = readdirSync(folder, { withFileTypes: true })
        return entries
          .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'hooks')
          .map(({ name }) => ({ kind, id: name, removal: { step: 'halt', token: this.#options.ids.next() } }))
      } catch {
        return []
      }
    }
    return [...found(layout.root, 'pod'), ...found(layout.hooks, 'hook')]
  }

  #remember(record: PodRecord): void {
    const key = `${record.kind}/${record.id}`
    if (this.#workers.has(key)) return
    const { running } = record
    if (record.kind === 'hook' && running !== undefined)
      this.#running.hooks.set(record.id, {
        manifest: parseManifest(running.manifest),
        installed: running.installed,
      })
    const gate = record.kind === 'hook' ? async () => {} : () => this.#gate()
    this.#workers.set(key, new PodWorker(this.#running, record, gate, () => this.#changed()))
  }

  #follows = false
  #hasNews = false

  /** Once at a time; what comes meanwhile is followed after that. */
  async #follow(): Promise<void> {
    this.#hasNews = true
    if (this.#follows) return
    this.#follows = true
    while (this.#hasNews && !this.#closing.signal.aborted) {
      this.#hasNews = false
      await this.#followOnce()
    }
    this.#follows = false
  }

  /** Tells each pod what the tree says of it. */
  async #followOnce(): Promise<void> {
    try {
      await this.#register(this.#tree.intent())
    } catch (error) {
      this.#running.tell({ pod: '', message: `the sentinel could not be written: ${messageOf(error)}` })
    }
    if (this.#closing.signal.aborted) return
    await this.#recall()
    if (this.#closing.signal.aborted) return
    // Only now: it may have changed in the meantime.
    const intent = this.#tree.intent()
    this.#wantAll('hook', intent.hooks)
    this.#wantAll('pod', intent.pods)
    this.#changed()
    void this.#greet()
  }

  async #register({ hasSentinel }: NodeIntent): Promise<void> {
    const { records, node, tell } = this.#running
    const wasGuarded = this.#isGuarded
    this.#isGuarded = this.#isRegistered && !hasSentinel
    if (this.#isGuarded && !wasGuarded) {
      const message = `the store has lost ${sentinelOf(node)}: nothing is removed until it is back (slipway node run --accept-intent)`
      tell({ pod: '', message })
    }
    if (this.#isRegistered) return
    await this.deps.store.put(sentinelOf(node), JSON.stringify({ root: this.#options.layout.root }))
    await records.note('registered', 'yes')
    this.#isRegistered = true
  }

  #hasRecalled = false

  /** What the store was told of by a preparer that forgot it, or was killed before it had begun: it is taken back. */
  async #recall(): Promise<void> {
    if (this.#hasRecalled) return
    const { records, node, tell } = this.#running
    try {
      for (const { value } of await records.list(realityOfNode(node, 'pod'))) this.#recallOne('pod', value)
      for (const { value } of await records.list(realityOfNode(node, 'hook'))) this.#recallOne('hook', value)
      this.#hasRecalled = true
    } catch (error) {
      tell({ pod: '', message: `the store could not be asked what it was told: ${messageOf(error)}` })
    }
  }

  #recallOne(kind: PodKind, text: string): void {
    const id = parseReality(text)?.pod
    if (id !== undefined) this.#remember({ kind, id })
  }

  #wantAll(kind: PodKind, intent: ReadonlyMap<string, Wanted>): void {
    for (const [id, wanted] of intent) {
      this.#remember({ kind, id })
      this.#workers.get(`${kind}/${id}`)?.want(wanted)
    }
    if (this.#isGuarded) return
    for (const worker of this.#workers.values()) if (worker.kind === kind && !intent.has(worker.id)) worker.want('none')
  }

  #isGreeting = false

  /** Once for each start, when the hooks are in their places. */
  async #greet(): Promise<void> {
    if (this.#isGreeting) return
    this.#isGreeting = true
    await this.#hooksFirst()
    if (this.#closing.signal.aborted) return
    const { hooks, ids } = this.#running
    await hooks.fire({ moment: 'preparer_init', attempt: 1, deploy: ids.next(), isInstalled: false })
    this.#ready.resolve()
  }

  async #gate(): Promise<void> {
    await this.#ready.promise
    await this.#hooksFirst()
  }

  async #hooksFirst(): Promise<void> {
    const isBusy = (): boolean => [...this.#workers.values()].some((worker) => worker.kind === 'hook' && worker.isBusy)
    while (isBusy() && !this.#closing.signal.aborted) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  #changed(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  async #look(): Promise<void> {
    const pods = [...this.#workers.values()].filter(({ kind }) => kind === 'pod')
    const { version } = this.deps.policy
    const isOther = version !== this.#policyVersion
    this.#policyVersion = version
    for (const worker of this.#workers.values()) if (isOther) worker.look()
    for (const worker of pods) {
      if (this.#closing.signal.aborted) return
      await this.#monitor?.look(worker).catch((error: unknown) => {
        this.#running.tell({ pod: worker.id, message: messageOf(error) })
      })
    }
  }
}
