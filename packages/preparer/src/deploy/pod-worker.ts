import { isDeepStrictEqual } from 'node:util'
import { messageOf } from '@slipway/model'
import type { Change } from '@slipway/infra'
import { isCodeChanged } from '../install/installed-code.ts'
import { parseManifest } from '../manifest/manifest.ts'
import { isWayBack } from '../policies/freshness.ts'
import { realityOf, type PodKind } from '../records/keys.ts'
import { deploySteps, hookSteps, type PodRecord, type Target } from '../records/pod-record.ts'
import type { PodState, Reality } from '../records/reality.ts'
import { Deploy, occasionOf, type RecordChange, type RecordHolder } from './deploy.ts'
import { NotAuthorised } from './not-authorised.ts'
import { type DeployPorts, pauseAfter } from './ports.ts'
import { Programs } from './programs.ts'
import { remove } from './removal.ts'
import { type PodHealth, stateOf } from './state.ts'
import { isAskedAgain, isManifest, type Wanted, type WantedManifest } from './wanted.ts'

/** Waits for other pods of the node that come first. */
export type Gate = () => Promise<void>

/** One pod of a node: all work on it happens here, one step after the other. */
export class PodWorker implements RecordHolder {
  readonly kind: PodKind
  readonly id: string
  readonly #ports: DeployPorts
  readonly #gate: Gate
  readonly #onIdle: () => void
  readonly #ended: Promise<void>
  #record: PodRecord
  #wanted: Wanted | undefined
  /** The last state that was sent to the store; absent: the pod is gone. At the start, the state that an earlier preparer has written is unknown. */
  #told: string | undefined = 'unknown'
  #health: PodHealth = {}
  #held: string | undefined
  #step: string | undefined
  #isMaimed = false
  /** The token of a launch whose code has changed since its installation: it is not started again. */
  #unfit: string | undefined
  #waking = new AbortController()

  constructor(ports: DeployPorts, record: PodRecord, gate: Gate, onIdle: () => void) {
    this.kind = record.kind
    this.id = record.id
    this.#ports = ports
    this.#record = record
    this.#gate = gate
    this.#onIdle = onIdle
    ports.closing.addEventListener('abort', () => this.#wake(), { once: true })
    this.#ended = this.#work()
  }

  get record(): PodRecord {
    return this.#record
  }

  /** Resolves when the preparer ends. */
  get ended(): Promise<void> {
    return this.#ended
  }

  get state(): PodState {
    return stateOf(this.#record, this.#wanted, this.#health)
  }

  /** True while something waits for its first attempt, or is under way. */
  get isBusy(): boolean {
    const { attempt, removal, target } = this.#record
    if (attempt !== undefined || removal !== undefined || this.#isUnheard()) return true
    return !this.isHeld && target !== undefined && !target.isDone && target.attempts === 0
  }

  /** True while no intent for it has arrived since the start. */
  get isUntold(): boolean {
    return this.#wanted === undefined
  }

  want(wanted: Wanted): void {
    const before = this.#wanted
    if (isManifest(before) && isManifest(wanted) && before.hash !== wanted.hash && !this.#isSettled(before))
      this.#tell(`${before.hash.slice(0, 19)} is superseded by ${wanted.hash.slice(0, 19)} before it was tried`)
    this.#wanted = wanted
    this.#wake()
  }

  /** Stops following the intent for this reason; `undefined`: follows it again. */
  hold(reason: string | undefined): void {
    if (reason === this.#held) return
    this.#held = reason
    this.#wake()
  }

  get isHeld(): boolean {
    return this.#held !== undefined
  }

  /** Sends the state again, because the store may have lost it. */
  tellAnew(): void {
    this.#told = 'unknown'
    this.#wake()
  }

  /** Looks at the pod again, because the policy has changed. */
  look(): void {
    this.#wake()
  }

  feel(health: PodHealth): void {
    if (isDeepStrictEqual(health, this.#health)) return
    this.#health = health
    this.#wake()
  }

  /** Restarts programs of the running pod that are gone although nobody gave them up. */
  revive(): void {
    this.#isMaimed = true
    this.#wake()
  }

  async change(change: RecordChange): Promise<void> {
    this.#record = JSON.parse(JSON.stringify({ ...this.#record, ...change })) as PodRecord
    await this.#ports.records.save(this.#record, this.#news())
  }

  /** The store gets the step with the next write, or soon: an observer sees steps that take time. */
  enter(step: string): void {
    this.#step = step
    for (const change of this.#news()) this.#ports.records.tellLater(change)
  }

  async #work(): Promise<void> {
    for (;;) {
      const { closing, clock } = this.#ports
      if (closing.aborted) return
      this.#waking = new AbortController()
      try {
        const next = this.#next()
        if (typeof next === 'number') await this.#wait(next - clock.now())
        else await next()
      } catch (error) {
        // An error of the journal, or a bug of ours: a pod must not stop for good.
        this.#tell(messageOf(error))
        await this.#wait(1000)
      }
    }
  }

  /** The next work, or the time until which to wait, in milliseconds since the epoch. */
  #next(): (() => Promise<void>) | number {
    const { attempt, removal, target, refused } = this.#record
    if (removal !== undefined) return () => this.#remove()
    if (attempt !== undefined) return () => this.#attempt()
    const wanted = this.#wanted
    if (wanted === 'none') return this.isEmpty ? Infinity : () => this.#beginRemoval()
    if (this.#isMaimed) return () => this.#revive()
    if (isManifest(wanted) && !this.#isSettled(wanted)) return () => this.#authorise(wanted)
    if (isManifest(wanted) && refused !== undefined && refused.hash !== wanted.hash)
      return () => this.change({ refused: undefined })
    if (target !== undefined && !target.isDone && wanted !== undefined) {
      if ((target.notBefore ?? 0) > this.#ports.clock.now()) return target.notBefore ?? 0
      return () => this.#begin(target)
    }
    return Infinity
  }

  async #authorise(manifest: WantedManifest): Promise<void> {
    await this.#gate()
    if (this.#wanted !== manifest || this.#ports.closing.aborted) return
    const { policy, freshness } = this.#ports
    const { target, running, refused } = this.#record
    const objection = policy.authorise(manifest) ?? (await freshness.admit(this.kind, manifest))
    if (this.#wanted !== manifest || this.#ports.closing.aborted) return
    if (objection !== undefined) return this.#refuse(manifest, objection)
    if (target?.isDone === false) this.#tell(`${target.hash.slice(0, 19)} is superseded: it is not tried again`)
    const isAnew = isAskedAgain(manifest, this.#record.again)
    const isThere = running?.hash === manifest.hash && !isAnew
    const deploy = this.#ports.ids.next()
    const next: Target = { manifest: manifest.text, hash: manifest.hash, deploy, attempts: 0, isDone: isThere }
    const isRepeated = refused?.hash === manifest.hash
    const changed = { target: next, former: target, refused: undefined, ...againOf(manifest) }
    await this.change({ ...changed, ...(isRepeated && { attempt: undefined }) })
  }

  /** Hooks hear of it before it is written, so that they hear of it at least once. */
  async #refuse(manifest: WantedManifest, reason: string, inAttempt?: NotAuthorised): Promise<void> {
    const { hooks, closing } = this.#ports
    this.#step = undefined
    const { attempt, former, running, refused: earlier } = this.#record
    this.#tell(`is not authorised: ${reason}`)
    const isInstalled = inAttempt?.isInstalled === true
    const occasion = occasionOf('after_auth_fail', manifest, this.#record, { isInstalled, reason })
    if (this.kind === 'pod') await hooks.fire(occasion)
    if (closing.aborted) return
    const { hash, text } = manifest
    const kept = inAttempt === undefined ? earlier?.manifest : text
    const refused = { hash, policy: this.#authority(manifest), reason, attempts: attempt?.number ?? 1, manifest: kept }
    // The former target is tried again.
    const back = former && { ...former, isDone: running?.hash === former.hash }
    const { deploy } = occasion
    await this.change({
      refused,
      ...againOf(manifest),
      attempt: undefined,
      ...(inAttempt !== undefined && { target: back, former: undefined }),
    })
    await hooks.ended(deploy)
  }

  async #begin(target: Target): Promise<void> {
    await this.#gate()
    if (this.#ports.closing.aborted || this.#isSuperseded(target)) return
    const number = target.attempts + 1
    const step = (this.kind === 'hook' ? hookSteps : deploySteps)[0]
    this.#health = {}
    await this.change({
      attempt: { number, step, token: this.#ports.ids.next(), installed: [] },
      // The reason of the last failure stays visible.
      target: { ...target, attempts: number, notBefore: undefined },
    })
  }

  async #attempt(): Promise<void> {
    const { attempt, target } = this.#record
    if (attempt === undefined || target === undefined) return this.change({ attempt: undefined })
    await this.#gate()
    if (this.#ports.closing.aborted) return
    const manifest = parseManifest(target.manifest)
    try {
      this.#tell(`attempt ${attempt.number}: ${attempt.step}`)
      if (!(await new Deploy(this.#ports, this, manifest).run(attempt))) return
      const { reason: _, notBefore: _past, ...kept } = target
      const done: Target = { ...kept, attempts: attempt.number, isDone: true }
      this.#step = undefined
      await this.change({ attempt: undefined, target: done, former: undefined })
      await this.#ports.hooks.ended(target.deploy ?? attempt.token)
      this.#tell(this.kind === 'hook' ? 'is in place' : 'runs')
    } catch (error) {
      // A step that was cut short by the end of the preparer has not failed.
      if (this.#ports.closing.aborted) return
      if (error instanceof NotAuthorised) await this.#refuse(manifest, error.message, error)
      else await this.#failed(target, attempt.number, error)
    }
  }

  async #failed(target: Target, attempts: number, error: unknown): Promise<void> {
    const reason = messageOf(error)
    this.#step = undefined
    this.#tell(`attempt ${attempts} failed: ${reason}`)
    const notBefore = this.#ports.clock.now() + pauseAfter(attempts, this.#ports)
    await this.change({ attempt: undefined, target: { ...target, attempts, isDone: false, reason, notBefore } })
  }

  /** Waits for its turn: a program that is started during other work would be one too many. */
  async #revive(): Promise<void> {
    this.#isMaimed = false
    const { running } = this.#record
    if (this.kind === 'hook' || running === undefined || running.token === this.#unfit) return
    try {
      await new Programs(this.#ports, this.id).revive(running)
    } catch (error) {
      const { target } = this.#record
      if (!isCodeChanged(error) || target?.hash !== running.hash) throw error
      // The pod is deployed again from its installation.
      this.#unfit = running.token
      this.#tell(messageOf(error))
      await this.change({ target: { ...target, isDone: false, reason: messageOf(error), notBefore: undefined } })
    }
  }

  async #beginRemoval(): Promise<void> {
    await this.#gate()
    if (this.#wanted !== 'none' || this.#ports.closing.aborted) return
    await this.change({ removal: { step: 'halt', token: this.#ports.ids.next() } })
  }

  async #remove(): Promise<void> {
    const { removal } = this.#record
    if (removal === undefined) return
    await this.#gate()
    if (this.#ports.closing.aborted) return
    if (!(await remove(this.#ports, this, removal.step))) return
    await this.#ports.hooks.ended(removal.token)
    this.#record = { kind: this.kind, id: this.id }
    this.#health = {}
    this.#step = undefined
    this.#told = undefined
    const key = realityOf(this.#ports.node, this.kind, this.id)
    await this.#ports.records.forget(this.#record, [{ type: 'delete', key }])
    this.#tell('is removed')
  }

  /** Whether the outcome is final: the manifest is the target, or the present policy has refused it. */
  #isSettled(manifest: WantedManifest): boolean {
    const { target, refused, again } = this.#record
    const { hash } = manifest
    if (isAskedAgain(manifest, again)) return false
    if (refused?.hash === hash) return refused.policy === this.#authority(manifest)
    return target?.hash === hash
  }

  /** The reasons that a refusal depends on: the manifest is tried again when they change. */
  #authority({ id, hash }: WantedManifest): string {
    const { policy, layout } = this.#ports
    return isWayBack(layout, { kind: this.kind, id }, hash) ? `${policy.version} way back` : policy.version
  }

  #isSuperseded({ hash }: Target): boolean {
    const wanted = this.#wanted
    if (wanted === 'none') return true
    return isManifest(wanted) && wanted.hash !== hash && !this.#isSettled(wanted)
  }

  #isUnheard(): boolean {
    const wanted = this.#wanted
    if (wanted === 'none') return !this.isEmpty
    return isManifest(wanted) && !this.#isSettled(wanted)
  }

  /** True when nothing of the pod is on the node. */
  get isEmpty(): boolean {
    const { target, attempt, running, removal, refused } = this.#record
    return [target, attempt, running, removal, refused].every((part) => part === undefined)
  }

  async #wait(ms: number): Promise<void> {
    await this.#ports.records.tell(this.#news())
    this.#onIdle()
    const { signal } = this.#waking
    // Sleeps only if nothing has woken the worker since it looked.
    await this.#ports.clock.sleep(ms, signal)
  }

  #wake(): void {
    this.#waking.abort()
  }

  #news(): readonly Change[] {
    const isGone = this.isEmpty && this.#wanted === 'none'
    const text = isGone ? undefined : JSON.stringify(this.#reality())
    if (text === this.#told) return []
    this.#told = text
    const key = realityOf(this.#ports.node, this.kind, this.id)
    return [text === undefined ? { type: 'delete', key } : { type: 'put', key, value: text }]
  }

  #reality(): Reality {
    const { attempt, target, running, refused, before } = this.#record
    const { pid = this.#pid(), healthy, reason: unwell } = running === undefined ? {} : this.#health
    const wanted = this.#wanted
    const { state } = this
    const why = state === 'unauthorised' ? refused?.reason : (target?.reason ?? unwell)
    const unreadable = wanted !== undefined && wanted !== 'none' && !isManifest(wanted) ? wanted.unreadable : undefined
    const reason = unreadable ?? why
    return {
      node: this.#ports.node,
      pod: this.id,
      state,
      ...(running && { manifest: running.hash }),
      ...(pid !== undefined && { pid }),
      ...(this.#step !== undefined && { step: this.#step }),
      attempts: attempt?.number ?? (state === 'unauthorised' ? refused?.attempts : target?.attempts) ?? 0,
      ...(reason !== undefined && { reason }),
      ...(healthy !== undefined && { healthy }),
      ...(this.#health.isSuspended === true && { suspended: true }),
      ...(isManifest(wanted) && { intent: wanted.hash }),
      ...(isManifest(wanted) && wanted.turn !== undefined && { turn: wanted.turn }),
      ...(this.#held !== undefined && { held: this.#held }),
      ...(before !== undefined && { before }),
    }
  }

  /** Unknown before the first look. */
  #pid(): number | undefined {
    const { kind, id, running } = this.#record
    if (kind === 'hook' || running === undefined) return undefined
    const { layout, supervisor } = this.#ports
    for (const { name } of running.installed) {
      const { pid } = supervisor.state(layout.launch(id, running.token, name))
      if (pid !== undefined) return pid
    }
    return undefined
  }

  #tell(message: string): void {
    this.#ports.tell({ pod: this.id, message })
  }
}

/** Kept with the target, so that the same word does not cause another attempt. */
function againOf({ again }: WantedManifest): { readonly again?: string } {
  return again === undefined ? {} : { again }
}
