import { PluginFailure, type Failure, type PluginErrorCode, typeOfPart } from '@slipway/model'
import { isOfNothing, notedAs, oldKey, type Action, type PlanStep } from '../plan/plan.ts'
import { optional } from '../language/parse/optional.ts'
import type { Scheduler } from './scheduler.ts'
import { failureReasons } from '../providers/failure-reasons.ts'
import type { RunEvent } from './events.ts'
import type { Session } from './session.ts'
import { isCreated } from './step-graph.ts'

/** How a step ended that did not go well. */
export interface FailedStep {
  readonly key: string
  readonly name: string
  readonly type: string
  readonly action: Action
  readonly code: string
  /** How the plugin classed it, when it was a call of a plugin that failed. */
  readonly pluginErrorCode?: PluginErrorCode
  readonly reasons: readonly string[]
  readonly hint?: string
  readonly inDoubt: boolean
}

/** Counts and failures of a run. */
export class Tally {
  readonly #counts: Record<string, number> = {}
  /** Steps whose old resource is gone, and whose new one is not made yet; and what was done to the old one. */
  readonly #vacated = new Map<string, 'delete' | 'forget'>()
  /** Ids of what this run has replaced: its end may be a step of its own, and is part of the replacement. */
  readonly replaced = new Set<string>()
  readonly failures: FailedStep[] = []
  /** Keys of the steps that were not taken, or not even half. */
  readonly untaken = new Set<string>()
  /** Creates that did not happen: the first name of each type. */
  readonly #uncreated = new Map<string, string>()
  /** Steps that were not taken because something stood in their way, and why: `db: app still reads it`. */
  readonly heldBack: string[] = []

  notCreated({ type, name }: PlanStep): void {
    const made = typeOfPart(type)
    if (!this.#uncreated.has(made)) this.#uncreated.set(made, name)
  }

  /** The name of something of this type that was to be created, and was not: also of a part, whose thing may be the same. */
  uncreated(type: string): string | undefined {
    return this.#uncreated.get(typeOfPart(type))
  }

  /** How many steps ended in each way, calls first. What went for a successor that never came counts by itself. */
  get counts(): Readonly<Record<string, number>> {
    const { rename, record, ...called } = this.#counts
    const vacated = [...this.#vacated.values()]
    const gone = (['delete', 'forget'] as const).flatMap((action) => {
      const count = vacated.filter((one) => one === action).length + (called[action] ?? 0)
      return count > 0 ? [[action, count]] : []
    })
    return {
      ...called,
      ...Object.fromEntries(gone),
      ...optional('rename', rename),
      ...optional('record', record),
    }
  }

  count(what: string): void {
    this.#counts[what] = (this.#counts[what] ?? 0) + 1
  }

  /** Of steps whose resources are recorded under their names by now. */
  countNamed(steps: readonly PlanStep[]): void {
    for (const step of steps) if (notedAs(step) === 'rename') this.count('rename')
  }

  vacated(key: string, action: 'delete' | 'forget'): void {
    this.#vacated.set(key, action)
  }

  /** @returns false where nothing went for it */
  filled(key: string): boolean {
    return this.#vacated.delete(key)
  }
}

/** The parts of a step that are done: the step itself, the end of its predecessor, the check that it could start. */
type StepHalf = 'step' | 'old' | 'ready'

/** One step while it runs: tells the scheduler and the listeners how far it is. Each thing is told once. */
export class StepControl {
  readonly key: string
  readonly step: PlanStep
  readonly number: number
  readonly #node: number
  readonly #session: Session
  readonly #scheduler: Scheduler
  readonly #tally: Tally
  readonly #startedAt: number
  readonly #half: StepHalf
  #action: Action
  #isConfigured = false
  #isReleased = false
  #isOver = false
  #isDone = false

  constructor(node: number, step: PlanStep, half: StepHalf, session: Session, scheduler: Scheduler, tally: Tally) {
    this.step = step
    this.#half = half
    this.key = half === 'old' ? oldKey(step.key) : step.key
    this.number = session.nextStep()
    this.#action = half === 'old' ? endOfOld(step) : step.action
    this.#node = node
    this.#session = session
    this.#scheduler = scheduler
    this.#tally = tally
    this.#startedAt = session.clock.monotonic()
  }

  started(resourceId: string): void {
    if (isOfNothing(this.step)) return
    const { key, step } = this
    const action = this.#action
    this.#emit({ type: 'step-started', key, name: step.name, ...typeIn(step), action, resourceId })
  }

  waiting(polls: number): void {
    this.#emit({ type: 'step-waiting', key: this.key, name: this.step.name, polls })
  }

  /** Less is to be done than planned. */
  becomes(action: Action): void {
    this.#action = action
  }

  /** Milliseconds since the start. */
  get elapsed(): number {
    return Math.round(this.#session.clock.monotonic() - this.#startedAt)
  }

  /** The thing is made; steps that need no more than that may start. */
  configured(): void {
    if (this.#isConfigured) return
    this.#isConfigured = true
    if (this.#half === 'step') this.#session.open.delete(this.step.name)
    this.#scheduler.succeed(this.#node)
  }

  /** It could start: what waits for no more than that may go on. */
  readied(): void {
    this.configured()
    this.#isOver = true
  }

  /** Is not done after all, because something else stands in its way; no failure. */
  skipped(because: string): void {
    const { key, step } = this
    this.#tally.count('skipped')
    this.#tally.heldBack.push(`${step.name}: ${because}`)
    this.#emit({ type: 'step-skipped', key, name: step.name, resourceType: step.type, action: this.#action, because })
    this.abandon()
  }

  /** Nothing is to be done after all. */
  dropped(because: string): void {
    const { key, step } = this
    this.#emit({ type: 'step-dropped', key, name: step.name, resourceType: step.type, action: this.#action, because })
    this.done()
  }

  /** Only waits from now on: others may have the slot. */
  release(): void {
    if (this.#isReleased) return
    this.#isReleased = true
    this.#scheduler.release()
  }

  /**
   * Went well, and is stable. Told before the result is durable, so that what follows, and what takes its slot, is
   * written together with it: that halves the transactions of a run.
   */
  done(): void {
    this.#isDone = true
    this.configured()
    if (!this.#isOver) this.#scheduler.stabilised(this.#node, true)
    this.#isOver = true
    this.release()
  }

  get isDone(): boolean {
    return this.#isDone
  }

  /** The result is durable. */
  recorded(): void {
    const { key, step, elapsed: durationMs } = this
    const action = this.#action
    if (isOfNothing(step)) return
    this.#count(action)
    this.#emit({ type: 'step-finished', key, name: step.name, ...typeIn(step), action, durationMs })
  }

  /** The end of what was replaced is part of the replacement, as in a plan; one that has no successor counts by itself. */
  #count(action: Action): void {
    const { step } = this
    const { absent, takenBack } = this.#session
    const isGone = action === 'delete' || action === 'forget'
    // A program gets what goes before something else anew when it asks for that.
    const isForOther = step.goesBefore !== undefined && step.goesWith === undefined
    if (this.#half === 'old') {
      if (absent.has(step.name) || takenBack.has(step.name)) this.#tally.count('delete')
      else if (step.destroyFirst === true) this.#tally.vacated(step.key, isGone ? action : 'delete')
    } else if (isForOther && isGone) this.#tally.vacated(step.name, action)
    else if (isGone && this.#tally.replaced.delete(step.current?.id ?? '')) return
    else {
      const isReplaced = this.#tally.filled(step.key) && action === 'create'
      if (action === 'replace' && step.current !== undefined) this.#tally.replaced.add(step.current.id)
      this.#tally.count(isReplaced ? 'replace' : countedAs(step, action))
    }
  }

  /** Nothing was to be done, and what was only to be recorded is durable. Names are counted where they are recorded. */
  noted(): void {
    if (notedAs(this.step) === 'record') this.#tally.count('record')
  }

  /** Is as it was before a run that is taken back, and cannot be otherwise: no failure, but nobody goes on from here. */
  stands(): void {
    if (isCreated(this.step)) this.#tally.notCreated(this.step)
    this.abandon()
  }

  failed(failure: Failure, inDoubt: boolean): void {
    this.#fail(failure, inDoubt)
    // The cause is told before what is skipped because of it.
    this.abandon()
  }

  /** Nobody knows whether there is anything to remove: that is told, and holds nobody up. */
  leftOpen(failure: Failure): void {
    this.#fail(failure, true)
    this.done()
  }

  #fail(failure: Failure, inDoubt: boolean): void {
    if (isCreated(this.step)) this.#tally.notCreated(this.step)
    const { key, step, elapsed: durationMs } = this
    const reasons = failureReasons(failure)
    const { name, type } = step
    const failed: FailedStep = {
      key,
      name,
      type,
      action: this.#action,
      code: failure.code,
      ...(failure instanceof PluginFailure && { pluginErrorCode: failure.pluginErrorCode }),
      reasons,
      ...(failure.hint !== undefined && { hint: failure.hint }),
      inDoubt,
    }
    this.#tally.count('failed')
    this.#tally.failures.push(failed)
    const { type: _, ...told } = failed
    this.#emit({ type: 'step-failed', ...told, ...typeIn(step), durationMs })
  }

  /** Lets those that wait for it know that they wait in vain. */
  abandon(): void {
    if (this.#isOver) return
    this.#isOver = true
    if (this.#isConfigured) this.#scheduler.stabilised(this.#node, false)
    else {
      if (this.#half === 'step') this.#tally.untaken.add(this.step.key)
      this.#scheduler.fail(this.#node)
    }
    this.#isConfigured = true
  }

  #emit(event: StepEvent): void {
    this.#session.tell({ ...event, at: this.#session.now() })
  }
}

/** What becomes of what a replacement leaves behind. */
export function endOfOld({ retainsOld }: PlanStep): Action {
  return retainsOld === true ? 'forget' : 'delete'
}

/** What kind of thing it is, and whether it is made at all. */
function typeIn({ type, found }: PlanStep) {
  return { resourceType: type, ...(found !== undefined && { found }) }
}

/** What is found is not made, nor changed. */
function countedAs({ found }: PlanStep, action: Action): string {
  return found !== undefined && (action === 'create' || action === 'update') ? found.by : action
}

type StepEvent = Untimed<RunEvent>
type Untimed<Event> = Event extends unknown ? Omit<Event, 'at'> : never
