import type { Occasion } from '../hooks/hook.ts'
import { install } from '../install/install.ts'
import { type Manifest, parseManifest } from '../manifest/manifest.ts'
import type { HookMoment } from '@slipway/model'
import { wrongDigest } from '../policies/policy.ts'
import {
  type Attempt,
  deploySteps,
  type DeployStep,
  hookSteps,
  type Installed,
  type PodRecord,
  type RemovalStep,
} from '../records/pod-record.ts'
import { NotAuthorised } from './not-authorised.ts'
import type { DeployPorts } from './ports.ts'
import { Programs } from './programs.ts'
import { flip, prune } from './versions.ts'

/** `undefined` removes a part. */
export type RecordChange = Partial<Record<keyof PodRecord, unknown>>

/** Has the record of a pod, and changes it. */
export interface RecordHolder {
  readonly record: PodRecord
  change(change: RecordChange): Promise<void>
  /** Announces the current step to observers. */
  enter(step: DeployStep | RemovalStep): void
}

/**
 * One attempt at a deploy, from the step that it is in: the steps of the document, each written down before it begins, unless nobody
 * would notice that those before it are done again. A step that a dead preparer was in is done again, and each can be.
 */
export class Deploy {
  readonly #ports: DeployPorts
  readonly #holder: RecordHolder
  readonly #manifest: Manifest
  readonly #programs: Programs
  /** True when a step since the last record has an effect that a repetition would make visible. */
  #isNoticed = false

  constructor(ports: DeployPorts, holder: RecordHolder, manifest: Manifest) {
    this.#ports = ports
    this.#holder = holder
    this.#manifest = manifest
    this.#programs = new Programs(ports, manifest.id)
  }

  /**
   * Resolves to false when the preparer ends first.
   * @throws NotAuthorised, or the failure of a step
   */
  async run(attempt: Attempt): Promise<boolean> {
    const steps: readonly DeployStep[] = this.#holder.record.kind === 'hook' ? hookSteps : deploySteps
    for (const step of steps.slice(steps.indexOf(attempt.step))) {
      const isNew = this.#current().step !== step
      if (isNew && (this.#isNoticed || step === 'launch')) await this.#at(step)
      this.#holder.enter(step)
      await this.#steps[step]()
      if (this.#ports.closing.aborted) return false
    }
    return true
  }

  /** Records the next step, together with other changes. */
  async #at(step: DeployStep, change: RecordChange = {}, more: Partial<Attempt> = {}): Promise<void> {
    await this.#holder.change({ ...change, attempt: { ...this.#current(), ...more, step } })
    this.#isNoticed = false
  }

  readonly #steps: Readonly<Record<DeployStep, () => Promise<void>>> = {
    before_install: () => this.#fire('before_install', false),
    install: () => this.#install(),
    verify: async () => this.#refuseUnmeant(this.#current().installed, true),
    after_install: () => this.#fire('after_install'),
    halt: () => this.#halt(),
    before_launch: () => this.#fire('before_launch'),
    launch: () => this.#launch(),
    after_launch: () => this.#launched(),
    activate: () => this.#activate(),
  }

  #current(): Attempt {
    const { attempt } = this.#holder.record
    if (attempt === undefined) throw new Error(`no attempt at ${this.#manifest.id} is under way`)
    return attempt
  }

  async #fire(moment: HookMoment, isInstalled = true): Promise<void> {
    const { hooks } = this.#ports
    const occasion = occasionOf(moment, this.#manifest, this.#holder.record, { isInstalled })
    this.#isNoticed ||= hooks.hasFor(occasion)
    await hooks.fire(occasion)
  }

  async #install(): Promise<void> {
    const { layout, closing, tell } = this.#ports
    const { id } = this.#manifest
    const call = {
      kind: this.#holder.record.kind,
      manifest: this.#manifest,
      signal: closing,
      tell: (message: string) => tell({ pod: id, message }),
    }
    const { installed, problem } = await install(layout, call)
    if (problem !== undefined) {
      const arrived = installed.filter(({ digest }) => digest !== undefined)
      // Another attempt does not help if an archive is not the intended one.
      if (arrived.length > 0) this.#refuseUnmeant(arrived, false)
      throw problem
    }
    await this.#at('verify', {}, { installed })
  }

  #refuseUnmeant(installed: readonly Installed[], isInstalled: boolean): void {
    const objection = wrongDigest(this.#manifest, installed) ?? this.#ports.policy.verify(this.#manifest, installed)
    if (objection !== undefined) throw new NotAuthorised(objection, isInstalled)
  }

  async #halt(): Promise<void> {
    const { running } = this.#holder.record
    this.#isNoticed ||= running !== undefined
    if (running !== undefined) await this.#programs.halt(running, false)
    // From here on, no program of the pod runs, whatever happened in earlier attempts.
    await this.#programs.stopAll()
    if (running === undefined) return
    // The next version may be the same one again: then `before` is the version before both.
    const isOther = running.hash !== this.#manifest.hash
    await this.#at('before_launch', { running: undefined, ...(isOther && { before: running.manifest }) })
  }

  async #launch(): Promise<void> {
    const { installed, token } = this.#current()
    const { text, hash, body } = this.#manifest
    try {
      await this.#programs.start(this.#manifest, installed, token)
    } catch (error) {
      // No program of a failed launch keeps running.
      await this.#programs.stop(installed, token, body.graceMs)
      throw error
    }
    await this.#at('after_launch', {
      running: { manifest: text, hash, installed, token, launchedAt: this.#ports.clock.now() },
    })
  }

  async #launched(): Promise<void> {
    await this.#fire('after_launch')
    const owner = { kind: 'pod', id: this.#manifest.id } as const
    for (const installed of this.#current().installed) prune(this.#ports.layout, owner, installed)
  }

  async #activate(): Promise<void> {
    const { layout, hooks, clock } = this.#ports
    const { installed, token } = this.#current()
    const { id, text, hash } = this.#manifest
    await hooks.idle(id)
    for (const launchable of installed) flip(layout, 'hook', id, launchable)
    for (const launchable of installed) prune(layout, { kind: 'hook', id }, launchable)
    const running = { manifest: text, hash, installed, token, launchedAt: clock.now() }
    const hook = { manifest: this.#manifest, installed }
    hooks.set(id, hook)
    await hooks.suspensions.placed(hook)
    await this.#holder.change({ running })
  }
}

interface OccasionDetails {
  readonly isInstalled: boolean
  readonly reason?: string
}

export function occasionOf(
  moment: HookMoment,
  pod: Manifest,
  { attempt, target, refused, running, before }: PodRecord,
  { isInstalled, reason }: OccasionDetails,
): Occasion {
  const earlier = running?.manifest ?? before
  const wasOther = earlier !== undefined && earlier !== pod.text
  return {
    moment,
    pod,
    attempt: attempt?.number ?? refused?.attempts ?? 1,
    deploy: (target?.hash === pod.hash ? target.deploy : undefined) ?? attempt?.token ?? pod.hash,
    ...(wasOther && { before: parseManifest(earlier) }),
    isInstalled,
    ...(reason !== undefined && { reason }),
  }
}
