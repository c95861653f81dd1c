import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { type AuditEntry, parseAudit } from '../../records/audit.ts'
import { auditRoot, everywhere, hooksEverywhere, realityOf } from '../../records/keys.ts'
import { parseReality, type Reality } from '../../records/reality.ts'
import { disallowed } from '../document-order.ts'
import { hashOfManifest, manifestTextOf } from '../test-node.ts'
import {
  type Act,
  hooks,
  indexOf,
  manifestOf,
  type Plan,
  type PodName,
  pods,
  traitsByHash,
  type Traits,
} from './plan.ts'
import { type HookRun, SimulatedNode } from './simulated-node.ts'

/** More moments than any plan needs. */
const mostMoments = 3000

/**
 * Plays a plan, and checks it against the document.
 * @throws the first violation
 */
export async function play(plan: Plan): Promise<void> {
  const life = new Life(plan)
  try {
    await life.play()
  } finally {
    life.remove()
  }
}

class Life {
  readonly #plan: Plan
  readonly #node: SimulatedNode
  readonly #wanted = new Map<PodName, number>()
  /** Versions that were scheduled since the pod was last gone, because a preparer may not have seen that it was unscheduled for a moment. */
  readonly #scheduled = new Map<PodName, Set<number>>()
  /** The version that ran when all work was done, by pod, as long as only refused versions followed. */
  readonly #steady = new Map<PodName, number>()

  constructor(plan: Plan) {
    this.#plan = plan
    const byHash = traitsByHash(plan)
    const troubles = plan.traits.map(({ launchFailures, isHalfLaunched, haltFailures }) => ({
      launch: launchFailures,
      isHalfLaunched,
      halt: haltFailures,
    }))
    let runs = 0
    this.#node = new SimulatedNode({
      traits: (hash) => byHash.get(hash) as Traits,
      troubles: (version) => troubles[Number(version)] as (typeof troubles)[number],
      ending: () => plan.endings[runs++ % plan.endings.length] ?? 'good',
    })
  }

  remove(): void {
    this.#node.remove()
  }

  async play(): Promise<void> {
    for (const hook of hooks)
      await this.#put(`${hooksEverywhere}${hook.id}`, JSON.stringify({ manifest: manifestTextOf(hook) }))
    await this.#node.live()
    for (const act of this.#plan.acts) await this.#do(act)
    await this.#settle()
    // A killed preparer may not even have begun with the intent that it got before.
    await this.#node.pass(20)
    await this.#settle()
    for (const pod of pods) await this.#judgeEnd(pod)
    assert.deepEqual(this.#node.machine.violations, [])
    for (const pod of pods) this.#judgeRuns(pod)
    // The restarted preparer sends its remaining reports.
    await this.#node.restart()
    await this.#node.end()
    await this.#judgeAudit()
  }

  async #do(act: Act): Promise<void> {
    switch (act.act) {
      case 'schedule':
        return this.#schedule(act.pod, act.version)
      case 'unschedule':
        this.#wanted.delete(act.pod)
        this.#steady.delete(act.pod)
        return this.#node.store.entries.delete(`${everywhere}${act.pod}`)
      case 'crash':
        return this.#node.machine.crash(act.pod)
      case 'kill':
        return this.#node.life.dieAfter(act.calls)
      case 'pass':
        return this.#node.pass(act.moments)
      case 'restart':
        return this.#node.restart()
      case 'settle':
        return this.#settle()
      case 'store':
        return this.#node.store.setAway(!this.#node.store.isAway)
    }
  }

  async #schedule(pod: PodName, version: number): Promise<void> {
    const traits = this.#traits(pod, version)
    const isRefused = !traits.isAuthorised || (traits.canBeInstalled && !traits.isVerified)
    if (!isRefused) this.#steady.delete(pod)
    this.#wanted.set(pod, version)
    this.#scheduled.set(pod, (this.#scheduled.get(pod) ?? new Set()).add(version))
    const manifest = manifestTextOf(manifestOf(pod, version, traits))
    await this.#put(`${everywhere}${pod}`, JSON.stringify({ manifest }))
  }

  async #put(key: string, value: string): Promise<void> {
    await this.#node.store.entries.put(key, value)
  }

  #traits(pod: PodName, version: number): Traits {
    return this.#plan.traits[indexOf(pod, version)] as Traits
  }

  /** Lets time pass until everything is as it should be. */
  async #settle(): Promise<void> {
    await this.#node.store.setAway(false)
    for (let moment = 0; moment < mostMoments; moment++) {
      const states = await Promise.all(pods.map((pod) => this.#isSettled(pod)))
      if (states.every(Boolean)) return this.#keepSteady()
      await this.#node.pass(1)
    }
    const found = await Promise.all(pods.map((pod) => this.#reality(pod)))
    assert.fail(`it does not come to rest: wanted ${JSON.stringify([...this.#wanted])}, found ${JSON.stringify(found)}`)
  }

  #keepSteady(): void {
    for (const pod of pods) if (!this.#wanted.has(pod)) this.#scheduled.delete(pod)
    for (const [pod, version] of this.#wanted) if (this.#canRun(pod, version)) this.#steady.set(pod, version)
  }

  #canRun(pod: PodName, version: number): boolean {
    const { isAuthorised, isVerified, canBeInstalled, launchFailures } = this.#traits(pod, version)
    return isAuthorised && isVerified && canBeInstalled && launchFailures !== Infinity
  }

  async #reality(pod: PodName): Promise<Reality | undefined> {
    return parseReality((await this.#node.store.entries.get(realityOf('week', 'pod', pod))) ?? '')
  }

  async #isSettled(pod: PodName): Promise<boolean> {
    const reality = await this.#reality(pod)
    const version = this.#wanted.get(pod)
    if (version === undefined) return reality === undefined && !existsSync(this.#node.layout.home('pod', pod))
    const traits = this.#traits(pod, version)
    if (reality?.intent !== hashOfManifest(manifestOf(pod, version, traits))) return false
    if (!traits.isAuthorised) return reality.state === 'unauthorised'
    if (!traits.canBeInstalled) return reality.attempts > 1
    if (!traits.isVerified) return reality.state === 'unauthorised'
    if (traits.launchFailures === Infinity) return reality.attempts > 1
    return reality.state === 'running' && reality.manifest === reality.intent && this.#runs(pod, version)
  }

  /** Whether each of its launchables runs once, and nothing else of the pod. */
  #runs(pod: PodName, version: number): boolean {
    const name = indexOf(pod, version)
    return this.#node.machine.runningOf(pod).join() === `main ${name},side ${name}`
  }

  /** Checks that the last authorised version runs at the end. */
  async #judgeEnd(pod: PodName): Promise<void> {
    const { machine, layout } = this.#node
    const running = machine.runningOf(pod)
    const wanted = this.#wanted.get(pod)
    if (wanted === undefined) {
      assert.deepEqual([running, existsSync(layout.home('pod', pod))], [[], false], pod)
      return
    }
    const steady = this.#steady.get(pod)
    if (steady !== undefined) assert.ok(this.#runs(pod, steady), `${pod}: ${running.join()} and not ${steady}`)
    const allowed = [...(this.#scheduled.get(pod) ?? [])].filter((version) => this.#traits(pod, version).isAuthorised)
    const names = new Set(allowed.map((version) => String(indexOf(pod, version))))
    for (const name of running) assert.ok(names.has(name.split(' ')[1] ?? ''), `${pod}: ${name} was never allowed`)
  }

  #judgeRuns(pod: PodName): void {
    for (const { id } of hooks) {
      const runs = this.#node.runs.filter((run) => run.hook === id && run.pod === pod)
      assert.deepEqual(disallowed(runs), [], JSON.stringify(runs))
      for (const run of runs) this.#judgeRun(run)
    }
  }

  #judgeRun({ moment, pod, hash, running, hasHome }: HookRun): void {
    const what = `${moment} of ${pod}: ${running.join()}`
    if (moment === 'before_launch' || moment === 'before_uninstall') assert.deepEqual(running, [], what)
    if (moment !== 'before_install' && moment !== 'after_auth_fail') assert.ok(hasHome, what)
    if (moment !== 'after_launch') return
    const version = [0, 1, 2, 3].find((index) => hashOfManifest(this.#manifest(pod as PodName, index)) === hash) ?? -1
    const own = String(indexOf(pod as PodName, version))
    for (const name of running) assert.equal(name.split(' ')[1], own, what)
  }

  #manifest(pod: PodName, version: number) {
    return manifestOf(pod, version, this.#traits(pod, version))
  }

  /** Checks that every run that a hook knows of is recorded, and further runs only where a preparer died before the hook heard of them. */
  async #judgeAudit(): Promise<void> {
    const entries = await this.#node.store.entries.list(auditRoot)
    const told = entries.flatMap(({ value }) => parseAudit(value) ?? []).map(runText)
    for (const run of this.#node.runs) {
      const index = told.indexOf(runText(run))
      assert.ok(index >= 0, `${runText(run)} is not in the audit`)
      told.splice(index, 1)
    }
  }
}

function runText({
  hook,
  moment,
  pod,
  attempt,
  deploy,
}: Pick<AuditEntry, 'hook' | 'moment' | 'pod' | 'attempt' | 'deploy'>): string {
  return `${hook} ${moment} ${pod} ${attempt} ${deploy}`
}
