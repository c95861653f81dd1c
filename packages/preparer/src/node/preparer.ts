import { mkdirSync, rmSync } from 'node:fs'
import type { Plugin, PluginContext } from '@slipway/agent'
import type { KeyValueStore, Watch } from '@slipway/infra'
import { messageOf } from '@slipway/model'
import { PodWorker } from '../deploy/pod-worker.ts'
import type { DeployPorts, NodeEvent } from '../deploy/ports.ts'
import type { Wanted } from '../deploy/wanted.ts'
import { Hooks } from '../hooks/hooks.ts'
import { parseManifest } from '../manifest/manifest.ts'
import { Freshness } from '../policies/freshness.ts'
import type { AuthPolicy } from '../policies/policy.ts'
import { type Clock, systemClock } from '../records/clock.ts'
import { intentRoot, type PodKind, realityOfNode } from '../records/keys.ts'
import type { PodRecord } from '../records/pod-record.ts'
import { parseReality } from '../records/reality.ts'
import { Records } from '../records/records.ts'
import { ShimSupervisor } from '../supervise/shim-supervisor.ts'
import { NodeTasks } from '../tasks/node-tasks.ts'
import { PluginFolders } from '../tasks/plugin-folders.ts'
import { thisMachine } from '../tasks/reboot.ts'
import { TaskNotes } from '../tasks/task-notes.ts'
import { Turns } from '../tasks/turns.ts'
import { AuditBound } from './audit-bound.ts'
import { distrustText, holdAll } from './holding.ts'
import { IntentTree } from './intent-tree.ts'
import { Monitor } from './monitor.ts'
import { orphansIn } from './orphans.ts'
import type { PreparerOptions } from './preparer-options.ts'
import { claimRoot, type RootClaim } from './root-claim.ts'
import { type Distrust, Sentinel } from './sentinel.ts'

const defaultAuditRows = 10_000
/** Milliseconds for the last reports to the store when the preparer ends. */
const lastWordsMs = 2000
/** Milliseconds for steps under way when the preparer ends; hooks that take longer are ended, and run again later. */
const lastStepMs = 10_000

/** The pause after a failure to reach the store, in milliseconds. */
const againMs = 1000

/** The agent plugin of a node: carries out the intent in the store, and reports the node's state there. */
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
  #tasks: NodeTasks | undefined
  #claim: RootClaim | undefined
  #sentinel: Sentinel | undefined
  /** The reason why the tree is not followed. */
  #distrust: Distrust | undefined
  /** True for a new connection to the store: the tree may have lost entries. */
  #isNewTree = true
  readonly #ready = Promise.withResolvers<void>()
  #waiting: (() => void)[] = []
  #policyVersion = ''

  constructor(options: PreparerOptions, deps: Preparer['deps']) {
    this.#options = options
    this.deps = deps
    this.#tree = new IntentTree(options.node)
  }

  /** Resolves when hooks are installed and know that the preparer runs: then pods may follow. Needs the store. */
  get ready(): Promise<void> {
    return this.#ready.promise
  }

  async init(context: PluginContext): Promise<void> {
    const { layout, node, env, ids, runHook, random = Math.random, firstPauseMs = 500 } = this.#options
    const clock = this.#clock
    this.#claim = claimRoot(layout.claim, node)
    rmSync(layout.temporary, { recursive: true, force: true })
    mkdirSync(layout.temporary, { recursive: true, mode: 0o711 })
    const { store, journal, policy } = this.deps
    const records = new Records(context.use(journal), context.use(store), clock)
    const tell = (event: NodeEvent): void => this.#options.onEvent?.(event)
    const { auditRows = defaultAuditRows } = this.#options
    const audit = new AuditBound(records, node, auditRows, (message) => tell({ pod: '', message }))
    const hooks = new Hooks({
      layout,
      node,
      env,
      ids,
      clock,
      run: runHook,
      records,
      signal: this.#hookEnd.signal,
      tell: (message) => tell({ pod: '', message }),
      onRun: () => void audit.ran(),
      onSuspension: (hook) => this.#feelSuspension(hook),
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
      freshness: new Freshness({ node, layout, records, clock }),
      ids,
      clock,
      random,
      firstPauseMs,
      closing,
      tell,
    }
    this.#monitor = new Monitor(this.#ports)
    this.#tasks = new NodeTasks({
      ...this.#ports,
      ...this.#options.taskPace,
      store: context.use(store),
      notes: new TaskNotes(records),
      folders: new PluginFolders(layout.tasks),
      machine: this.#options.machine ?? thisMachine,
      turns: new Turns(),
      isOwn: () => this.#distrust !== 'anothers',
      tell: (message) => tell({ pod: '', message }),
    })
    const wasRegistered = (await records.noted('registered')) !== undefined
    const isAccepted = this.#options.acceptIntent === true
    const { root } = layout
    this.#sentinel = new Sentinel({ node, root, store: context.use(store), records, ids, isAccepted })
    await this.#sentinel.open().catch((error: unknown) => {
      this.#claim?.giveBack()
      throw error
    })
    // Another node may have the name now, whose entries must not be overwritten.
    records.setSilent(true)
    const known = await records.open()
    for (const record of [...known, ...(await orphansIn(this.#ports, wasRegistered))]) this.#remember(record)
  }

  afterInit(context: PluginContext): void {
    this.#watch = context.use(this.deps.store).watch(intentRoot, {
      snapshot: (entries) => {
        this.#storeIs(undefined)
        this.#tree.reset(entries)
        this.#isNewTree = true
        void this.#follow()
      },
      changes: (changes) => {
        if (this.#tree.apply(changes)) void this.#follow()
      },
      lost: (error) => this.#storeIs(error),
    })
    this.#tasks?.follow()
    void this.#lookAgainAndAgain()
  }

  async #endHooksLater(unless: AbortSignal): Promise<void> {
    await this.#clock.sleep(lastStepMs, unless)
    if (!unless.aborted) this.#hookEnd.abort()
  }

  #isStoreAway = false

  /** @param error the reason why the store cannot be reached; `undefined`: it can */
  #storeIs(error: unknown): void {
    if (this.#isStoreAway === (error !== undefined) || this.#closing.signal.aborted) return
    this.#isStoreAway = !this.#isStoreAway
    const message = this.#isStoreAway
      ? `the store cannot be reached; the preparer tries again, and pods continue: ${messageOf(error)}`
      : 'the store can be reached again'
    this.#running.tell({ pod: '', message })
  }

  async close(): Promise<void> {
    this.#closing.abort()
    this.#changed()
    this.#ready.resolve()
    await this.#watch?.close()
    const tasks = this.#tasks?.close()
    const ended = new AbortController()
    void this.#endHooksLater(ended.signal)
    await Promise.all([this.#greeting, ...Array.from(this.#workers.values(), (worker) => worker.ended)])
    ended.abort()
    await tasks
    await this.#ports?.hooks.close()
    await this.#ports?.records.close(lastWordsMs)
    this.#claim?.giveBack()
  }

  get #clock(): Clock {
    return this.#options.clock ?? systemClock
  }

  get #running(): DeployPorts {
    if (this.#ports === undefined) throw new Error('the preparer has not been initialised')
    return this.#ports
  }

  #remember(record: PodRecord): void {
    const key = `${record.kind}/${record.id}`
    if (this.#workers.has(key)) return
    const { running } = record
    const { hooks } = this.#running
    if (record.kind === 'hook' && running !== undefined) {
      const hook = { manifest: parseManifest(running.manifest), installed: running.installed }
      hooks.set(record.id, hook)
      void hooks.suspensions.placed(hook).then(() => this.#feelSuspension(record.id))
    }
    const gate = record.kind === 'hook' ? async () => {} : () => this.#gate()
    this.#workers.set(key, new PodWorker(this.#running, record, gate, () => this.#changed()))
  }

  #feelSuspension(id: string): void {
    const reason = this.#running.hooks.suspensionOf(id)
    this.#workers.get(`hook/${id}`)?.feel(reason === undefined ? {} : { reason, isSuspended: true })
  }

  get hasFollowed(): boolean {
    return this.#hasFollowed
  }

  /** True when nothing of it is left here, and nothing of it is wanted any more. */
  isRidOf(kind: PodKind, id: string): boolean {
    if (!this.#hasFollowed || this.#follows) return false
    const { pods, hooks } = this.#tree.intent()
    const isWanted = (kind === 'hook' ? hooks : pods).has(id)
    return !isWanted && this.#workers.get(`${kind}/${id}`)?.isEmpty !== false
  }

  #hasFollowed = false
  #follows = false
  #hasNews = false

  /** Runs only once at a time; news that arrives meanwhile is followed afterwards. */
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

  /** Passes the tree's intent on to each pod. */
  async #followOnce(): Promise<void> {
    let judged: string
    try {
      judged = await this.#meet()
    } catch (error) {
      if (this.#closing.signal.aborted) return
      // Without a sentinel, it could not be found out later whether the store has lost this intent.
      this.#running.tell({ pod: '', message: `the sentinel could not be written: ${messageOf(error)}` })
      void this.#followLater()
      return
    }
    if (this.#closing.signal.aborted) return
    const isOwn = this.#distrust !== 'anothers'
    this.#running.records.setSilent(!isOwn)
    if (isOwn) await this.#recall()
    if (this.#closing.signal.aborted) return
    const intent = this.#tree.intent()
    // The tree has changed meanwhile, and the change has not been judged yet.
    if (intent.digest !== judged) {
      this.#hasNews = true
      return
    }
    if (isOwn) {
      await this.#running.hooks.suspensions.resume(intent.resumed)
      this.#wantAll('hook', intent.hooks)
      this.#wantAll('pod', intent.pods)
    }
    this.#hasFollowed = true
    this.#changed()
    this.#greeting ??= this.#greet()
  }

  async #followLater(): Promise<void> {
    await this.#clock.sleep(againMs, this.#closing.signal)
    if (!this.#closing.signal.aborted) void this.#follow()
  }

  /** Finds out whether the tree may be followed. Returns the digest of the judged tree. */
  async #meet(): Promise<string> {
    const { sentinel, digest } = this.#tree.intent()
    const trust = (await this.#sentinel?.meet(sentinel, digest)) ?? 'own'
    const before = this.#distrust
    if (trust === 'own') {
      this.#distrust = undefined
      for (const worker of this.#workers.values()) worker.hold(undefined)
      return digest
    }
    if (before !== trust || this.#isNewTree) {
      // If this fails, the next round repeats it.
      this.#tree.setOld(await this.deps.store.list(intentRoot))
      this.#isNewTree = false
      // The pods' reports may be lost as well.
      for (const worker of this.#workers.values()) worker.tellAnew()
    }
    this.#distrust = trust
    const { node, tell } = this.#running
    const reason = distrustText(trust, node)
    const held = holdAll(this.#workers.values(), this.#tree, trust, reason)
    if (held > 0 || trust === 'anothers') {
      if (before !== trust) tell({ pod: '', message: reason })
      return digest
    }
    await this.#sentinel?.trust(digest)
    this.#distrust = undefined
    return digest
  }

  #hasRecalled = false

  /** Removes entries in the store from a preparer that lost its records, or was killed before it had begun. */
  async #recall(): Promise<void> {
    if (this.#hasRecalled) return
    const { records, node, tell } = this.#running
    try {
      for (const { value } of await records.list(realityOfNode(node, 'pod'))) this.#recallOne('pod', value)
      for (const { value } of await records.list(realityOfNode(node, 'hook'))) this.#recallOne('hook', value)
      this.#hasRecalled = true
    } catch (error) {
      tell({ pod: '', message: `the store could not be read: ${messageOf(error)}` })
    }
  }

  #recallOne(kind: PodKind, text: string): void {
    const id = parseReality(text)?.pod
    if (id !== undefined) this.#remember({ kind, id })
  }

  #wantAll(kind: PodKind, intent: ReadonlyMap<string, Wanted>): void {
    for (const [id, wanted] of intent) {
      this.#remember({ kind, id })
      const worker = this.#workers.get(`${kind}/${id}`)
      if (worker?.isHeld === false) worker.want(wanted)
    }
    for (const worker of this.#workers.values())
      if (worker.kind === kind && !worker.isHeld && !intent.has(worker.id)) worker.want('none')
  }

  #greeting: Promise<void> | undefined

  /** Called once after each start, when the hooks are installed. */
  async #greet(): Promise<void> {
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

  async #lookAgainAndAgain(): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      this.#renewClaim()
      this.#look()
      await this.#clock.sleep(this.#options.lookMs ?? 1000, signal)
    }
  }

  #renewClaim(): void {
    try {
      this.#claim?.renew()
    } catch (error) {
      this.#running.tell({ pod: '', message: `the claim of the root cannot be renewed: ${messageOf(error)}` })
    }
  }

  #look(): void {
    const pods = [...this.#workers.values()].filter(({ kind }) => kind === 'pod')
    const { version } = this.deps.policy
    const isOther = version !== this.#policyVersion
    this.#policyVersion = version
    for (const worker of this.#workers.values()) if (isOther) worker.look()
    this.#monitor?.lookAtAll(pods)
  }
}
