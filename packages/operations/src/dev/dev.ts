import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { hasWork, type Plan } from '@slipway/engine'
import { DiagnosticsFailure, Failure } from '@slipway/model'
import { hearingReads } from '@slipway/source/files'
import type { ChangeResult, UpRequest } from '../change/change-request.ts'
import { plan } from '../change/plan.ts'
import { up } from '../change/up.ts'
import type { Observer } from '../events.ts'
import { changesBelow } from '../reading/changes-below.ts'
import type { Slipway } from '../slipway.ts'
import { SpareStack } from '../stack-files/spare-stack.ts'
import { Stopped } from '../stopped.ts'
import { changedSteps, isAsShown, processesToRestart } from './changed-steps.ts'
import { FollowedLogs } from './followed-logs.ts'
import { keptAnswers } from './kept-answers.ts'
import { processLogs, processSources } from './process-sources.ts'

export type DevRound =
  | { readonly kind: 'changed'; readonly files: readonly string[] }
  /** `fresh`: keys of steps that are new in this plan or differ from the previous plan. `restart`: processes that would restart. */
  | {
      readonly kind: 'planned'
      readonly plan: Plan
      readonly fresh: ReadonlySet<string>
      readonly restart: readonly string[]
      /** True if it differs from the plan that the user wanted to apply. Nothing was applied. */
      readonly isOther?: true
    }
  /** A mistake. The next save may correct it. */
  | { readonly kind: 'failed'; readonly error: Failure | DiagnosticsFailure }
  | { readonly kind: 'applied'; readonly result: ChangeResult }
  | { readonly kind: 'log'; readonly name: string; readonly line: string }

export interface DevRequest extends Omit<UpRequest, 'approve' | 'throws'> {
  /** Whether to apply each plan that has work, without asking. */
  readonly yes: boolean
  /** Aborting this signal ends the watch; a running round finishes first. */
  readonly stop: AbortSignal
  readonly onRound: (round: DevRound) => void
  /** Returns the observer of each stage. */
  readonly observe: (stage: 'planning' | 'applying') => Observer
  /**
   * Receives a function that applies the plan that was shown last, for example on a key press. It does nothing while the next plan is made, or while
   * a plan is applied: nobody can agree to an unseen plan.
   */
  readonly onReady?: (apply: () => void) => void
}

/** Plans a stack or a blueprint now and whenever a loaded file changes. Applies the plan on request. Resolves once it is stopped. */
export async function dev(slipway: Slipway, request: DevRequest): Promise<void> {
  const loop = new DevLoop(slipway, request)
  try {
    await loop.run()
  } finally {
    loop.close()
  }
}

/** The extensions of stacks and blueprints. */
const writtenFiles = /\.(?:[cm]?[jt]s|ya?ml|jsonc?|bp|blueprint)$/

class DevLoop {
  readonly #slipway: Slipway
  readonly #request: DevRequest
  readonly #folder: string
  readonly #logs: FollowedLogs
  readonly #spareStack = new SpareStack()
  /** The absolute paths that the last plan has read. If that plan failed, the paths of earlier plans are included. */
  #read: ReadonlySet<string> = new Set()
  /** True if the last plan failed. A change of an unread or missing file may then fix it. */
  #isFailed = false
  #plan: Plan | undefined
  /** True if the last plan was shown, and has not been applied yet. */
  #isShown = false
  #sources: ReadonlyMap<string, ReadonlySet<string>> = new Map()
  #restart: readonly string[] = []
  /** Present only while the user may agree to the shown plan. */
  #agree: (() => void) | undefined

  constructor(slipway: Slipway, request: DevRequest) {
    this.#slipway = { ...slipway, spareStack: this.#spareStack }
    this.#request = { ...request, ...(request.ask && { ask: keptAnswers(request.ask) }) }
    const { file } = request
    const named = file === undefined ? slipway.cwd : resolve(slipway.cwd, file)
    this.#folder = file !== undefined && /\.\w+$/.test(file) ? dirname(named) : named
    this.#logs = new FollowedLogs((name, line) => request.onRound({ kind: 'log', name, line }))
  }

  async run(): Promise<void> {
    const { stop, onReady } = this.#request
    // Start watching first, to catch changes during the first round.
    const changes = await changesBelow(this.#folder, { output: undefined, signal: stop, quietMs: 30 })
    const iterator = changes[Symbol.asyncIterator]()
    onReady?.(() => this.#agree?.())
    await this.#round([])
    let next = iterator.next()
    while (!stop.aborted) {
      // Starts a new Node for the next save while the user writes it.
      this.#spareStack.renew()
      const event = await this.#next(next)
      if (event === 'apply') {
        await this.#tolerant(() => this.#applyPlan())
        continue
      }
      if (event.done === true) return
      next = iterator.next()
      const files = event.value.map((file) => (isAbsolute(file) ? file : join(this.#folder, file)))
      const counting = files.filter((file) => this.#counts(file))
      if (counting.length > 0) await this.#round(counting)
    }
    await iterator.return?.()
  }

  close(): void {
    this.#spareStack.close()
    this.#logs.close()
  }

  /** Resolves with the next change of files, or once the user agrees to the shown plan. */
  async #next<T>(change: Promise<T>): Promise<T | 'apply'> {
    if (!this.#isShown || !this.#hasWork()) return await change
    // Drops the key presses that still wait to be read: they came before the plan was on the screen.
    await turn()
    await turn()
    const agreed = Promise.withResolvers<'apply'>()
    this.#agree = () => agreed.resolve('apply')
    try {
      return await Promise.race([change, agreed.promise])
    } finally {
      this.#agree = undefined
    }
  }

  #hasWork(): boolean {
    return this.#plan !== undefined && (hasWork(this.#plan) || this.#restart.length > 0)
  }

  #counts(file: string): boolean {
    return this.#read.has(file) || (this.#isFailed && writtenFiles.test(file)) || this.#startedWith([file]).size > 0
  }

  /** Returns the names of processes that use one of these files. */
  #startedWith(files: readonly string[]): ReadonlySet<string> {
    const found = Array.from(this.#sources).filter(([, sources]) => files.some((file) => sources.has(file)))
    return new Set(found.map(([name]) => name))
  }

  async #round(changed: readonly string[]): Promise<void> {
    const { onRound, yes, stop } = this.#request
    this.#isShown = false
    if (changed.length > 0) onRound({ kind: 'changed', files: changed.map((file) => relative(this.#folder, file)) })
    await this.#tolerant(async () => {
      const made = await this.#planned()
      const restart = processesToRestart(made, this.#startedWith(changed))
      this.#restart = [...new Set([...this.#restart, ...restart])]
      this.#show(made, { restart: this.#restart })
      this.#sources = processSources(made, this.#folder)
      this.#logs.follow(processLogs(made), () => false)
      if (yes && !stop.aborted) await this.#applyPlan()
    })
  }

  #show(made: Plan, about: { readonly restart: readonly string[]; readonly isOther?: true }): void {
    this.#request.onRound({ kind: 'planned', plan: made, fresh: changedSteps(this.#plan, made), ...about })
    this.#plan = made
    this.#isShown = true
  }

  async #planned(): Promise<Plan> {
    const read = new Set<string>()
    const { observe, onRound: _, yes: __, onReady: ___, ...request } = this.#request
    this.#isFailed = true
    try {
      const { plan: made } = await hearingReads(
        (file) => read.add(resolve(this.#folder, file)),
        () => plan(this.#slipway, request, observe('planning')),
      )
      this.#isFailed = false
      return made
    } finally {
      this.#read = this.#isFailed ? this.#read.union(read) : read
    }
  }

  async #applyPlan(): Promise<void> {
    const { observe, onRound, yes, onReady: _, ...request } = this.#request
    const shown = this.#plan
    if (shown === undefined || !this.#hasWork()) return
    const restart = this.#restart
    let other: Plan | undefined
    // This plans once more, and the outside may have changed since the plan was shown.
    const approve = async (made: Plan): Promise<boolean> => {
      if (!isAsShown(shown, restart, made)) other = made
      return other === undefined
    }
    const result = await up(
      this.#slipway,
      { ...request, approve: yes || approve, throws: false, replace: restart },
      observe('applying'),
    )
    // The other plan has the restarts as replacements.
    if (other !== undefined) return this.#show(other, { restart: [], isOther: true })
    this.#isShown = false
    this.#restart = []
    onRound({ kind: 'applied', result })
    this.#plan = undefined
    const before = processLogs(shown)
    const after = await this.#planned()
    if (!yes && hasWork(after)) this.#show(after, { restart: [] })
    this.#plan = after
    this.#sources = processSources(after, this.#folder)
    this.#logs.follow(processLogs(after), (name) => !before.has(name))
  }

  /** Reports a mistake and continues to watch. */
  async #tolerant(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (thrown) {
      if (thrown instanceof Stopped || this.#request.stop.aborted) return
      if (!(thrown instanceof Failure || thrown instanceof DiagnosticsFailure)) throw thrown
      this.#request.onRound({ kind: 'failed', error: thrown })
    }
  }
}
