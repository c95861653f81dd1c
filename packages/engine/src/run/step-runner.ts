import { addToSet } from '@slipway/graph'
import type { ResourceRecord } from '@slipway/stores'
import type { CheckedResource } from '../check/checked.ts'
import type { LinkStep } from '../plan/shape/link-step.ts'
import { endKey, isEnd, isNew, oldKey, type PlanStep } from '../plan/shape/plan.ts'
import { optional } from '../language/parse/optional.ts'
import { isUnread } from '../plan/shape/missing-and-unread.ts'
import { asFailure } from '../reality/obstacles.ts'
import type { PlannedEnd } from '../plan/guard/guard.ts'
import { linkStep, missingEnd } from './step/link-step.ts'
import { keptNow, plannedDeployment, recordToBe } from './step/resolve-deployment.ts'
import { isToBeMadeAgain } from './step/repeat-create.ts'
import { makeStep } from './step/make-step.ts'
import { readyStep } from './step/ready-step.ts'
import type { Compose } from './component/compose.ts'
import { Compositions } from './component/compositions.ts'
import { Goals } from './program/goals.ts'
import { successorOf } from './program/program-what-goes-first.ts'
import { policyForOld } from '../reality/policy-for-old.ts'
import type { Program, Want } from './program/program.ts'
import { failureInWords, lateFailure, sayingIn } from './program/said-by-program.ts'
import { isToBeThere } from './step/late-condition.ts'
import { endStep, type Successor } from './step/remove-step.ts'
import { type Runner, Scheduler } from './graph/scheduler.ts'
import type { RunSession } from './session/run-session.ts'
import type { Tally } from './session/outcome.ts'
import { type ActingStep, endOfOld, StepControl } from './session/step-control.ts'
import { StepGraph, type StepNode, type StepPart } from './graph/step-graph.ts'
import { whySkipped } from './step/why-skipped.ts'

/** Runs the steps of a plan, and those of a program, each when its turn comes, until none is left or the run is stopped. */
export class StepRunner implements Runner {
  readonly #session: RunSession
  readonly #stop: AbortSignal
  readonly #graph = new StepGraph()
  readonly #scheduler: Scheduler
  /** By key of a step: tells the caller that waits for the goal. */
  readonly #asked = new Map<string, (record: ResourceRecord | undefined) => void>()
  /** Keys of steps that have begun. */
  readonly #begun = new Set<string>()
  readonly #compositions: Compositions | undefined
  #idle: (() => void) | undefined
  #active = 0

  constructor(session: RunSession, stop: AbortSignal, compose?: Compose) {
    const { plan, providers } = session
    this.#session = session
    this.#stop = stop
    // Parts come with the step of their whole.
    this.#graph.add({ ...plan, steps: plan.steps.filter(({ within }) => within === undefined) }, providers)
    this.#noteTogether(plan.steps)
    this.#scheduler = new Scheduler(this.#graph, session.limits.parallelism, this)
    const isComposed = ({ name }: PlanStep): boolean => session.wants.resource(name)?.definition.isComposed === true
    if (compose === undefined || !plan.steps.some(isComposed)) return
    const compositions = new Compositions(session, { compose, stop, take: (step, along) => this.#take(step, along) })
    this.#compositions = compositions
    session.compose = (deployment, record) => compositions.make(deployment, record)
  }

  get tally(): Tally {
    return this.#session.outcome.tally
  }

  /** How many nodes are left. */
  get left(): number {
    return this.#scheduler.left
  }

  /**
   * Returns why the program has not ended well, if it has not.
   *
   * @throws what made the run end early, once nothing is in flight any more
   */
  async run(program?: Program): Promise<readonly string[]> {
    const stop = (): void => {
      this.#scheduler.stop()
      // The callers that wait for these are in flight, and would never end.
      for (const key of this.#asked.keys()) if (!this.#begun.has(key)) this.#answer(key, undefined)
      this.#rest()
    }
    this.#stop.addEventListener('abort', stop)
    if (this.#stop.aborted) stop()
    if (program === undefined && this.#compositions === undefined) this.#scheduler.close()
    this.#scheduler.begin()
    if (this.#compositions !== undefined) await this.#endCompositions(this.#compositions)
    const failed = program === undefined ? [] : await this.#follow(program)
    await this.#ended()
    this.#stop.removeEventListener('abort', stop)
    const { fatal } = this.#session.journal
    if (fatal !== undefined) throw fatal.thrown
    return failed
  }

  /** Parts that are no longer asked for go once everything else is done, and only if that went well: others may read them. */
  async #endCompositions(compositions: Compositions): Promise<void> {
    await this.#ended()
    const isWhole = !this.#stop.aborted && this.tally.failures.length === 0 && this.#session.journal.fatal === undefined
    if (isWhole) await this.#forget(compositions.rowsLeft)
    const steps = isWhole ? compositions.removals() : []
    if (steps.length > 0) this.#join({ steps })
    this.#scheduler.close()
  }

  async #follow(program: Program): Promise<readonly string[]> {
    const goals = new Goals(this.#session)
    let isOver = false
    const want: Want = async (resource, how = 'wanted') => {
      // Other parts of a failed program may go on asking, when something else already writes, such as the way back.
      if (isOver || (how !== 'left' && this.#stop.aborted)) return undefined
      if (how === 'left') return await goals.leave(resource)
      return await (
        await goals.step(resource, (...of) => (this.#stop.aborted ? undefined : this.#take(...of)), how)
      ).taken
    }
    const ended = await program(want, sayingIn(this.#session, goals)).then(() => [], failureInWords)
    isOver = true
    await goals.idle()
    await this.#ended()
    const failed = ended.length > 0 ? ended : lateFailure(goals)
    const isWhole = failed.length === 0 && !this.#stop.aborted
    if (isWhole) {
      await this.#forget(goals.first.rowsLeft)
      const steps = goals.removals()
      this.#tellWhatStays(steps)
      this.#join({ steps })
    }
    this.#scheduler.close()
    if (!isWhole) return failed.length === 0 ? ['the run was stopped before the program had ended'] : failed
    await this.#ended()
    return lateFailure(goals)
  }

  async #forget(rows: readonly ResourceRecord[]): Promise<void> {
    if (rows.length > 0) await this.#session.journal.write(rows.map(({ id }) => ({ kind: 'forget', resourceId: id })))
  }

  /** Reports what stays although the program no longer asks for it: there may have been no plan that showed it. */
  #tellWhatStays(steps: readonly PlanStep[]): void {
    for (const { key, name, type, action, reason } of steps) {
      if (action !== 'none' || reason === undefined) continue
      const stays = { type: 'step-dropped', key, name, resourceType: type, action: 'delete', because: reason } as const
      this.#session.journal.tell({ ...stays, at: this.#session.journal.now() })
    }
  }

  #noteTogether(steps: readonly PlanStep[]): void {
    const ids = new Map(steps.map((step) => [endKey(step), step.current?.id]))
    const { together, going, forgetting } = this.#session.fates
    for (const { action, blocked, current } of steps) {
      if (action === 'delete' && blocked === undefined) going.add(current.id)
      if (action === 'forget') forgetting.add(current.id)
    }
    for (const { goesWith, current } of steps) {
      const end = goesWith === undefined ? undefined : ids.get(goesWith)
      if (end !== undefined && current !== undefined) addToSet(together, end, current.id)
    }
  }

  #take(step: PlanStep, along: readonly PlanStep[]): Promise<ResourceRecord | undefined> {
    const { promise, resolve } = Promise.withResolvers<ResourceRecord | undefined>()
    this.#asked.set(step.key, resolve)
    const steps = [step, ...along]
    this.tally.countNamed([step])
    this.#join({ steps, isOpen: true, ...optional('isOfProgram', this.#session.plan.isOfProgram) })
    if (this.#active === 0) this.#rest()
    return promise
  }

  /** Takes steps into the run while it goes on. */
  #join(part: Omit<StepPart, 'operation'>): void {
    this.#graph.add({ operation: 'up', ...part }, this.#session.providers)
    this.#noteTogether(part.steps)
    this.#scheduler.grow()
  }

  async #ended(): Promise<void> {
    if (this.#active === 0) return
    await new Promise<void>((resolve) => {
      this.#idle = resolve
    })
  }

  /** Called when something has ended. Once nothing is in flight and the run is stopped, nothing more will start: callers are told. */
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
    if (found.kind === 'step') {
      this.#answer(key, undefined)
      this.tally.untaken.add(key)
      if (isNew(found.step)) this.tally.notCreated(found.step)
    }
    const cause = this.#node(culprit)
    // If the step itself could not start, this was already reported.
    if ((found.kind !== 'old' && step.action === 'none') || (cause.kind === 'ready' && cause.step === step)) return
    this.tally.count('skipped')
    const because = whySkipped(cause, name, this.tally.untaken)
    const told =
      found.kind === 'old' ? { key: oldKey(key), action: endOfOld(found.step) } : { key, action: step.action }
    const at = this.#session.journal.now()
    this.#session.journal.tell({ type: 'step-skipped', name, resourceType: type, ...told, because, at })
  }

  #node(node: number): StepNode {
    const found = this.#graph.nodes[node]
    if (found === undefined) throw new RangeError(`there is no node ${node}`)
    return found
  }

  /** Whether there is an old resource to remove: a replacement that turned out not to be needed leaves none. */
  #isReplaced(step: PlanStep): boolean {
    const record = step.current === undefined ? undefined : this.#session.records.get(step.current.id)
    // A resource that went along is reported with the one that took it.
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
      await this.#runStep(found, control)
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

  async #runStep(
    node: Extract<StepNode, { kind: 'step' | 'old' | 'ready' | 'link' }>,
    control: StepControl,
  ): Promise<void> {
    const { blocked, current } = node.kind === 'link' ? node.link : node.step
    if (blocked?.isAsBefore === true) control.stands()
    else if (blocked !== undefined) {
      if (blocked.isReplacement === true) control.becomes('replace')
      else if (node.kind !== 'link' && isUnread(node.step)) control.becomes('none')
      control.started(current?.id ?? '')
      // Why it cannot be read is recorded with it.
      const recorded = node.kind === 'link' ? undefined : node.step.record
      if (recorded !== undefined) await this.#session.journal.write([{ kind: 'resource', resource: recorded }])
      control.failed(asFailure(blocked), blocked.code === 'engine/in-doubt')
    } else if (node.kind === 'link') await linkStep(node.link, control, this.#session)
    else await this.#runResourceStep(node, control)
  }

  async #runResourceStep(
    node: Extract<StepNode, { kind: 'step' | 'old' | 'ready' }>,
    control: StepControl,
  ): Promise<void> {
    const { step, kind } = node
    const isOpen = kind === 'step' && step.wish?.conditionUntil !== undefined
    if (isOpen && !(await isToBeThere(this.#resource(step), control, this.#session))) return
    if (kind === 'ready') await readyStep(this.#resource(step), node.open, control, this.#session)
    else if (kind === 'old') await this.#remove(step, kind, control)
    else if (step.record !== undefined && (step.action === 'none' || this.#session.plan.operation === 'refresh'))
      await this.#update(step.record, control)
    else if (isEnd(step)) await this.#remove(step, kind, control)
    else await makeStep(this.#resource(step), control, this.#session)
  }

  #resource({ name }: PlanStep): CheckedResource {
    const resource = this.#session.wants.resource(name)
    if (resource === undefined) throw new TypeError(`the plan is about ${name}, which the blueprint does not have`)
    return resource
  }

  async #remove(step: PlanStep, kind: 'step' | 'old', control: StepControl): Promise<void> {
    const session = this.#session
    const record = step.current === undefined ? undefined : session.records.get(step.current.id)
    if (record === undefined) {
      if (step.goesWith !== undefined) control.started(step.current?.id ?? '')
      control.done()
      if (step.goesWith !== undefined) control.recorded()
      return
    }
    const isForgotten = kind === 'old' ? step.retainsOld === true : step.action === 'forget'
    const isFirst = kind === 'old' && step.destroyFirst === true && !isForgotten
    const end: PlannedEnd = {
      record,
      isForgotten,
      isUnwanted: step.action === 'delete',
      isAwaited: this.#graph.early.has(control.key),
      isAlong: kind === 'step' && step.goesWith !== undefined,
      isLeftOut: step.leftOut === true,
    }
    const successor = (): Successor | undefined =>
      isFirst ? this.#successor(step) : successorOf(record, step, session)
    await endStep({ end, successor }, control, session)
  }

  /** `undefined` when its condition turned out to be false. */
  #successor(step: PlanStep): Successor | undefined {
    const session = this.#session
    if (session.wants.absent.has(step.name)) return undefined
    const deployment = session.fates.readied.get(step.key) ?? plannedDeployment(step, this.#resource(step), session)
    return { row: (id) => recordToBe(deployment, id, session), ofOld: (old) => policyForOld(deployment.resource, old) }
  }

  /** Updates the record without a call. */
  async #update(record: ResourceRecord, control: StepControl): Promise<void> {
    const isSilent = control.step.action === 'none'
    if (!isSilent) control.started(record.id)
    // A dependency may have been replaced meanwhile.
    const wanted = this.#session.wants.resource(record.name)
    const needed = isSilent && wanted !== undefined ? keptNow(record, wanted, this.#session) : {}
    const resource = { ...record, ...needed, updatedAt: this.#session.journal.now() }
    const saved = this.#session.journal.write([{ kind: 'resource', resource }])
    control.done()
    await saved
    if (isSilent) control.noted()
    else control.recorded()
  }
}

/** True when nothing is to be done or recorded. */
function isUntouched({ action, record, blocked, wish }: PlanStep): boolean {
  return action === 'none' && record === undefined && blocked === undefined && wish?.conditionUntil === undefined
}

/** A link as a step, for its events. */
function asStep({ key, name, type, action }: LinkStep): ActingStep {
  return { key, name, type, action, changes: [], replaceBecause: [] }
}
