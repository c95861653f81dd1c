import { addToSet } from '@slipway/graph'
import type { ResourceRecord } from '@slipway/stores'
import { optional } from '../language/parse/optional.ts'
import type { LinkStep } from '../plan/shape/link-step.ts'
import { endKey, isNew, oldKey, type PlanStep } from '../plan/shape/plan.ts'
import { type Runner, Scheduler } from './graph/scheduler.ts'
import { StepGraph, type StepNode, type StepPart } from './graph/step-graph.ts'
import type { GrowingRun } from './program/program.ts'
import type { Tally } from './session/outcome.ts'
import type { Session } from './session/session.ts'
import { type ActingStep, endOfOld, StepControl } from './session/step-control.ts'
import { missingEnd } from './step/link-step.ts'
import { isAsItWas } from './step/make-step.ts'
import { isToBeMadeAgain } from './step/repeat-create.ts'
import type { StartedNode } from './step/run-step.ts'

/** The parts of a session that starting and reporting steps needs. */
type Scheduling = Pick<
  Session,
  | 'calls'
  | 'definition'
  | 'fates'
  | 'journal'
  | 'limits'
  | 'news'
  | 'outcome'
  | 'plan'
  | 'provider'
  | 'providers'
  | 'records'
  | 'timing'
  | 'wants'
>

/**
 * Does the work of a node.
 *
 * @param isAwaited true if a new resource waits for this removal
 */
type Act = (node: StartedNode, control: StepControl, isAwaited: boolean) => Promise<void>

/** Runs the steps of a plan, and those that are added to it, each when its turn comes, until none is left or the run is stopped. */
export class StepRunner implements Runner, GrowingRun {
  readonly #session: Scheduling
  readonly #act: Act
  readonly #stop: AbortSignal
  readonly #graph = new StepGraph()
  readonly #scheduler: Scheduler
  /** The functions that answer the callers waiting for a goal or a link, by key of its step. */
  readonly #asked = new Map<string, (record?: ResourceRecord) => void>()
  /** Keys of asked steps that change nothing and wait for nothing else. They are not in the graph. */
  readonly #unchanged = new Set<string>()
  /** Keys of steps that have begun. */
  readonly #begun = new Set<string>()
  #idle: (() => void) | undefined
  #active = 0

  constructor(session: Scheduling, stop: AbortSignal, act: Act) {
    const { plan, providers } = session
    this.#session = session
    this.#act = act
    this.#stop = stop
    // The parts of a composed resource come with its step.
    this.#graph.add({ ...plan, steps: plan.steps.filter(({ within }) => within === undefined) }, providers)
    this.#noteTogether(plan.steps)
    this.#scheduler = new Scheduler(this.#graph, session.limits.parallelism, this)
  }

  get tally(): Tally {
    return this.#session.outcome.tally
  }

  /** The number of nodes that are left. */
  get left(): number {
    return this.#scheduler.left
  }

  /**
   * @param adding adds steps while the run goes on, and closes the run at the end; without it, nothing is added
   * @returns the reasons why the added steps have not ended well; empty if they have
   * @throws the error that ended the run early, once nothing is in flight any more
   */
  async run(adding?: () => Promise<readonly string[]>): Promise<readonly string[]> {
    const stop = (): void => {
      this.#scheduler.stop()
      // The callers that wait for these goals count as in flight, and would never end.
      for (const key of this.#asked.keys()) if (!this.#begun.has(key)) this.#answer(key, undefined)
      this.#rest()
    }
    this.#stop.addEventListener('abort', stop)
    if (this.#stop.aborted) stop()
    if (adding === undefined) this.close()
    this.#scheduler.begin()
    const failed = (await adding?.()) ?? []
    await this.ended()
    this.#stop.removeEventListener('abort', stop)
    const { fatal } = this.#session.journal
    if (fatal !== undefined) throw fatal.thrown
    return failed
  }

  #noteTogether(steps: readonly PlanStep[]): void {
    const { together, going, forgetting } = this.#session.fates
    const along: [end: string, id: string][] = []
    for (const { action, blocked, current, goesWith } of steps) {
      if (action === 'delete' && blocked === undefined) going.add(current.id)
      if (action === 'forget') forgetting.add(current.id)
      if (goesWith !== undefined && current !== undefined) along.push([goesWith, current.id])
    }
    if (along.length === 0) return
    const ids = new Map(steps.map((step) => [endKey(step), step.current?.id]))
    for (const [key, id] of along) {
      const end = ids.get(key)
      if (end !== undefined) addToSet(together, end, id)
    }
  }

  take(
    step: PlanStep,
    along: readonly PlanStep[],
    links: readonly LinkStep[] = [],
  ): Promise<ResourceRecord | undefined> {
    this.tally.countNamed([step])
    if (along.length + links.length === 0 && this.#isUnchanged(step)) return Promise.resolve(this.#leave(step))
    const { promise, resolve } = Promise.withResolvers<ResourceRecord | undefined>()
    this.#asked.set(step.key, resolve)
    const steps = [step, ...along]
    this.#add({ steps, links, isOpen: true, ...optional('isOfProgram', this.#session.plan.isOfProgram) })
    if (this.#active === 0) this.#rest()
    return promise
  }

  async takeLink(links: readonly LinkStep[]): Promise<void> {
    const last = links.at(-1)
    if (last === undefined) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#asked.set(last.key, () => resolve())
    this.#add({ steps: [], links, isOpen: true, ...optional('isOfProgram', this.#session.plan.isOfProgram) })
    if (this.#active === 0) this.#rest()
    await promise
  }

  /** False if it waits for a step that changes something: it may have to record that, or to do more. */
  #isUnchanged(step: PlanStep): boolean {
    const isSettled = isUntouched(step) && step.after.every((key) => this.#unchanged.has(key))
    return isSettled && isAsItWas(step, this.#session)
  }

  #leave({ key, name }: PlanStep): ResourceRecord | undefined {
    this.#unchanged.add(key)
    this.#session.wants.open.delete(name)
    return this.#session.records.named(name)
  }

  join(part: Pick<StepPart, 'steps' | 'links'>): void {
    this.#add(part)
  }

  close(): void {
    this.#scheduler.close()
  }

  /** Adds steps to the graph while the run goes on. */
  #add(part: Omit<StepPart, 'operation'>): void {
    this.#graph.add({ operation: 'up', ...part }, this.#session.providers)
    this.#noteTogether(part.steps)
    this.#scheduler.grow()
  }

  async ended(): Promise<void> {
    if (this.#active === 0) return
    await new Promise<void>((resolve) => {
      this.#idle = resolve
    })
  }

  /**
   * Called when a step has ended. Once nothing is in flight and the run is stopped, nothing more will start, so that waiting callers get their
   * answer.
   */
  #rest(): void {
    if (this.#active > 0) return
    if (this.#stop.aborted) for (const key of this.#asked.keys()) this.#answer(key, undefined)
    this.#idle?.()
  }

  #answer(key: string, record: ResourceRecord | undefined): void {
    this.#asked.get(key)?.(record)
    this.#asked.delete(key)
  }

  isInstant(node: number): boolean {
    const found = this.#node(node)
    switch (found.kind) {
      case 'tried':
      case 'stable':
        return true
      case 'ready':
        return false
      case 'link':
        return found.link.action === 'none' && missingEnd(found.link, this.#session) === undefined
      case 'old':
        return !this.#isReplaced(found.step)
      case 'step':
        return isUntouched(found.step) && !this.#asked.has(found.step.key)
    }
  }

  start(node: number): void {
    this.#active++
    void this.#run(node)
  }

  skip(node: number, culprit: number): void {
    const found = this.#node(node)
    if (found.kind === 'tried' || found.kind === 'stable' || found.kind === 'ready') return
    const step = found.kind === 'link' ? found.link : found.step
    const { key, name, type } = step
    if (found.kind !== 'old') this.#answer(key, undefined)
    if (found.kind === 'step') {
      this.tally.untaken.add(key)
      if (isNew(found.step)) this.tally.notCreated(found.step)
    }
    const cause = this.#node(culprit)
    // If the step itself could not start, the failure was already reported.
    if ((found.kind !== 'old' && step.action === 'none') || (cause.kind === 'ready' && cause.step === step)) return
    this.tally.count('skipped')
    const because = whySkipped(cause, name, this.tally.untaken)
    const told =
      found.kind === 'old' ? { key: oldKey(key), action: endOfOld(found.step) } : { key, action: step.action }
    this.#session.journal.tell({ type: 'step-skipped', name, resourceType: type, ...told, because })
  }

  #node(node: number): StepNode {
    const found = this.#graph.nodes[node]
    if (found === undefined) throw new RangeError(`there is no node ${node}`)
    return found
  }

  /** True if there is an old resource to remove. A replacement that turned out to be unnecessary leaves no old resource. */
  #isReplaced(step: PlanStep): boolean {
    const record = this.#session.records.ofStep(step)
    // A resource that went with its container is reported with the container.
    if (record === undefined) return step.action === 'replace' && step.goesWith !== undefined
    if (isToBeMadeAgain(record, this.#session)) return false
    const action = this.#session.fates.readied.get(step.key)?.action ?? step.action
    return record.replaced || (step.destroyFirst === true && action === 'replace')
  }

  async #run(node: number): Promise<void> {
    const found = this.#node(node)
    if ('step' in found) this.#begun.add(found.step.key)
    if (found.kind === 'tried' || found.kind === 'stable')
      throw new TypeError(`a node of kind ${found.kind} is never started`)
    const kind = found.kind === 'link' ? 'step' : found.kind
    const step = found.kind === 'link' ? asStep(found.link) : found.step
    const control = new StepControl(node, step, kind, this.#session, this.#scheduler, this.tally)
    try {
      await this.#act(found, control, this.#graph.early.has(control.key))
    } catch (thrown) {
      this.#session.journal.fail(thrown)
      this.#scheduler.stop()
      control.abandon()
    }
    if (kind === 'step') this.#answer(step.key, control.isDone ? this.#session.records.named(step.name) : undefined)
    control.release()
    this.#active--
    this.#rest()
  }
}

/** True for a step with nothing to do or to record. */
function isUntouched({ action, record, blocked, wish }: PlanStep): boolean {
  return action === 'none' && record === undefined && blocked === undefined && wish?.conditionUntil === undefined
}

/** A link as a step, for its events. */
function asStep({ key, name, type, action }: LinkStep): ActingStep {
  return { key, name, type, action, changes: [], replaceBecause: [] }
}

/**
 * The reason why a step is skipped: a step for which it waits was not done.
 *
 * @param skipped the name of the skipped resource
 * @param untaken keys of the steps that were not taken; resources of other steps may only be unstable
 */
function whySkipped(cause: StepNode, skipped: string, untaken: ReadonlySet<string>): string {
  if (cause.kind === 'link')
    return `the link ${cause.link.name} was not ${cause.link.action === 'delete' ? 'removed' : 'made'}`
  if (!('step' in cause)) return 'the run could not continue'
  const { step, kind } = cause
  // Either half of a replacement may come first.
  if (step.name === skipped) return kind === 'old' ? 'the old one was not removed' : 'its successor could not be made'
  if (kind === 'stable' && !untaken.has(step.key)) return `${step.name} is not stable`
  const isRemoval = kind === 'old' || step.action === 'delete'
  return isRemoval ? `${step.name} was not removed` : `${step.name} was not deployed`
}
