import { dirname, relative, resolve } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { hasWork, type Plan } from '@slipway/engine'
import { DiagnosticsFailure, Failure } from '@slipway/model'
import { hearingReads } from '@slipway/source/files'
import type { ChangeResult, UpRequest } from '../change/change-request.ts'
import { plan } from '../change/plan.ts'
import { up } from '../change/up.ts'
import { ignore, type Observer } from '../events.ts'
import { changesBelow } from '../reading/changes-below.ts'
import type { Slipway } from '../slipway.ts'
import { SpareStack } from '../stack-files/spare-stack.ts'
import { Stopped } from '../stopped.ts'
import { changedSteps, isAsShown, processesToRestart } from './changed-steps.ts'
import { FollowedLogs } from './followed-logs.ts'
import { keptAnswers } from './kept-answers.ts'
import { Planning } from './planning.ts'
import { processLogs, processSources } from './process-sources.ts'
import { Saves } from './saves.ts'

export type DevRound =
  | { readonly kind: 'changed'; readonly files: readonly string[] }
  /** Files were saved while a plan is applied, which goes on to its end. They are planned after it. Told once for each applied plan. */
  | { readonly kind: 'waiting'; readonly files: readonly string[] }
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

/**
 * Plans a stack or a blueprint now and whenever a loaded file changes, which ends a plan that is being made. Applies the plan on request. Resolves once
 * it is stopped.
 */
export async function dev(slipway: Slipway, request: DevRequest): Promise<void> {
  const { file, stop } = request
  const named = file === undefined ? slipway.cwd : resolve(slipway.cwd, file)
  const folder = file !== undefined && /\.\w+$/.test(file) ? dirname(named) : named
  // Start watching first, to catch changes during the first round.
  const changes = await changesBelow(folder, { output: undefined, signal: stop, quietMs: 30 })
  const loop = new DevLoop(slipway, request, folder, changes)
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
  readonly #saves: Saves
  readonly #spareStack = new SpareStack()
  readonly #planning = new Planning()
  /** The absolute paths that the last plan has read. If that plan failed, the paths of earlier plans are included. */
  #read: ReadonlySet<string> = new Set()
  /** The paths that the plan that is being made has read until now. */
  #reading: ReadonlySet<string> = new Set()
  /** The changed files that no successful plan has seen yet. */
  readonly #changed = new Set<string>()
  /** Present while a plan is applied. */
  #applying: { hasToldOfSave: boolean } | undefined
  /** True if the last plan failed. A change of an unread or missing file may then fix it. */
  #isFailed = false
  #plan: Plan | undefined
  /** True if the last plan was shown, and has not been applied yet. */
  #isShown = false
  #sources: ReadonlyMap<string, ReadonlySet<string>> = new Map()
  #restart: readonly string[] = []
  /** The logs from before the plan that was applied last, until the next plan. */
  #logsBefore: ReadonlyMap<string, string> | undefined
  /** Present only while the user may agree to the shown plan. */
  #agree: (() => void) | undefined

  constructor(slipway: Slipway, request: DevRequest, folder: string, changes: AsyncIterable<readonly string[]>) {
    this.#slipway = { ...slipway, spareStack: this.#spareStack }
    const ask = request.ask && keptAnswers(request.ask)
    const asking: DevRequest['ask'] = ask && ((variable, check) => this.#planning.asking(() => ask(variable, check)))
    this.#request = { ...request, ...(asking && { ask: asking }) }
    this.#folder = folder
    this.#saves = new Saves(changes, folder, (files) => this.#saved(files))
    this.#logs = new FollowedLogs((name, line) => request.onRound({ kind: 'log', name, line }))
  }

  async run(): Promise<void> {
    const { stop, onReady } = this.#request
    onReady?.(() => this.#agree?.())
    await this.#round([])
    while (!stop.aborted) {
      // Starts a new Node for the next save while the user writes it.
      this.#spareStack.renew()
      const event = await this.#next()
      if (event === 'over') return
      if (event === 'apply') {
        await this.#tolerant(() => this.#applyPlan())
        continue
      }
      const counting = this.#saves.take().filter((file) => this.#counts(file))
      if (counting.length > 0) await this.#round(counting)
    }
  }

  close(): void {
    this.#spareStack.close()
    this.#logs.close()
  }

  /** Resolves once files are saved, or once the user agrees to the shown plan. */
  async #next(): Promise<'saved' | 'over' | 'apply'> {
    if (!this.#isShown || !this.#hasWork()) return await this.#saves.next()
    // Drops the key presses that still wait to be read: they came before the plan was on the screen.
    await turn()
    await turn()
    const agreed = Promise.withResolvers<'apply'>()
    this.#agree = () => agreed.resolve('apply')
    try {
      return await Promise.race([this.#saves.next(), agreed.promise])
    } finally {
      this.#agree = undefined
    }
  }

  #hasWork(): boolean {
    return this.#plan !== undefined && (hasWork(this.#plan) || this.#restart.length > 0)
  }

  /** Ends the plan that is being made from older files. A plan that is being applied goes on. */
  #saved(files: readonly string[]): void {
    // Whether another file counts is known once the plan has ended: until then, the plan may still read it.
    const counting = files.filter((file) => this.#isKnown(file) || this.#reading.has(file))
    if (counting.length === 0) return
    if (this.#applying === undefined) return this.#planning.outdate()
    if (this.#applying.hasToldOfSave) return
    this.#applying.hasToldOfSave = true
    this.#request.onRound({ kind: 'waiting', files: this.#named(counting) })
  }

  #counts(file: string): boolean {
    return this.#isKnown(file) || (this.#isFailed && writtenFiles.test(file))
  }

  /** True for a file that earlier plans have read, or that a process of theirs is started with. */
  #isKnown(file: string): boolean {
    return this.#read.has(file) || this.#startedWith([file]).size > 0
  }

  #named(files: readonly string[]): readonly string[] {
    return files.map((file) => relative(this.#folder, file))
  }

  /** Returns the names of processes that use one of these files. */
  #startedWith(files: Iterable<string>): ReadonlySet<string> {
    const started = [...files]
    const found = Array.from(this.#sources).filter(([, sources]) => started.some((file) => sources.has(file)))
    return new Set(found.map(([name]) => name))
  }

  async #round(changed: readonly string[]): Promise<void> {
    const { onRound, yes, stop } = this.#request
    this.#isShown = false
    for (const file of changed) this.#changed.add(file)
    if (changed.length > 0) onRound({ kind: 'changed', files: this.#named(changed) })
    await this.#tolerant(async () => {
      const made = await this.#planned()
      const restart = processesToRestart(made, this.#startedWith(this.#changed))
      this.#changed.clear()
      this.#restart = [...new Set([...this.#restart, ...restart])]
      this.#show(made, { restart: this.#restart })
      this.#follow(made)
      if (yes && !stop.aborted) await this.#applyPlan()
    })
  }

  /** Follows the processes of a plan. The logs of processes that were started since the last plan are shown from their beginning. */
  #follow(made: Plan): void {
    const before = this.#logsBefore
    this.#logsBefore = undefined
    this.#sources = processSources(made, this.#folder)
    this.#logs.follow(processLogs(made), (name) => before?.has(name) === false)
  }

  #show(made: Plan, about: { readonly restart: readonly string[]; readonly isOther?: true }): void {
    this.#request.onRound({ kind: 'planned', plan: made, fresh: changedSteps(this.#plan, made), ...about })
    this.#plan = made
    this.#isShown = true
  }

  async #planned(): Promise<Plan> {
    const read = new Set<string>()
    const { observe, onRound: _, yes: __, onReady: ___, stop, ...request } = this.#request
    this.#isFailed = true
    this.#reading = read
    try {
      const { plan: made } = await this.#planning.run(stop, (ended) =>
        hearingReads(
          (file) => read.add(resolve(this.#folder, file)),
          () => plan(this.#slipway, { ...request, stop: ended }, unless(ended, observe('planning'))),
        ),
      )
      this.#isFailed = false
      return made
    } finally {
      this.#read = this.#isFailed ? this.#read.union(read) : read
    }
  }

  async #applyPlan(): Promise<void> {
    const { onRound, yes } = this.#request
    const shown = this.#plan
    if (shown === undefined || !this.#hasWork()) return
    const applied = await this.#applied(shown)
    // The other plan has the restarts as replacements.
    if ('other' in applied) return this.#show(applied.other, { restart: [], isOther: true })
    this.#isShown = false
    this.#restart = []
    onRound({ kind: 'applied', result: applied.result })
    this.#plan = undefined
    this.#logsBefore = processLogs(shown)
    // The next round makes the plan.
    if (this.#saves.some((file) => this.#counts(file))) return
    const after = await this.#planned()
    if (!yes && hasWork(after)) this.#show(after, { restart: [] })
    this.#plan = after
    this.#follow(after)
  }

  /** Applies the shown plan, unless the plan of now is another one. */
  async #applied(shown: Plan): Promise<{ readonly result: ChangeResult } | { readonly other: Plan }> {
    const { observe, onRound: _, yes, onReady: __, ...request } = this.#request
    const restart = this.#restart
    let other: Plan | undefined
    // This plans once more, and the outside may have changed since the plan was shown.
    const approve = async (made: Plan): Promise<boolean> => {
      if (!isAsShown(shown, restart, made)) other = made
      return other === undefined
    }
    this.#applying = { hasToldOfSave: false }
    try {
      const result = await up(
        this.#slipway,
        { ...request, approve: yes || approve, throws: false, replace: restart },
        observe('applying'),
      )
      return other === undefined ? { result } : { other }
    } finally {
      this.#applying = undefined
    }
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

/** Nobody waits for what an ended plan still has to say. */
function unless(ended: AbortSignal, observe: Observer): Observer {
  return (event) => (ended.aborted ? ignore(event) : observe(event))
}
