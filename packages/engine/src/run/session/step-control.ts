import { PluginFailure, type Failure, type ResourceTypeDefinition, shellWord } from '@slipway/model'
import { isOfNothing, notedAs, oldKey, type Action, type PlanStep, isNew } from '../../plan/shape/plan.ts'
import { optional } from '../../language/parse/optional.ts'
import type { Scheduler } from '../graph/scheduler.ts'
import { failureReasons } from '../../providers/failures/failure-reasons.ts'
import type { StepFailure, Untimed } from '../events/events.ts'
import type { FailedStep, Tally } from './outcome.ts'
import type { Session } from './session.ts'
import type { ResourceRecord } from '@slipway/stores'

/** The parts of a step: the step itself, the removal of its predecessor, and the check that it could start. */
type StepHalf = 'step' | 'old' | 'ready'

/** The fields of a step that are read while it runs. Events report a link as a step as well. */
export type ActingStep = Omit<
  PlanStep,
  'after' | 'oldAfter' | 'oldStays' | 'lostWith' | 'leftOut' | 'within' | 'record' | 'blocked'
>

/** The parts of a session that are needed to report a step. */
type Telling = Pick<Session, 'definition' | 'records' | 'wants' | 'fates' | 'timing' | 'journal'>

/** One step while it runs. It reports each stage of progress once, to the scheduler and to the listeners. */
export class StepControl {
  readonly key: string
  readonly step: ActingStep
  readonly number: number
  readonly #node: number
  readonly #session: Telling
  readonly #scheduler: Scheduler
  readonly #tally: Tally
  readonly #startedAt: number
  readonly #half: StepHalf
  #action: Action
  #because: string | undefined
  #isConfigured = false
  #isReleased = false
  #isOver = false
  #isDone = false

  constructor(node: number, step: ActingStep, half: StepHalf, session: Telling, scheduler: Scheduler, tally: Tally) {
    this.step = step
    this.#half = half
    this.key = half === 'old' ? oldKey(step.key) : step.key
    this.number = session.journal.nextStep()
    this.#action = half === 'old' ? endOfOld(step) : step.action
    this.#node = node
    this.#session = session
    this.#scheduler = scheduler
    this.#tally = tally
    this.#startedAt = session.timing.clock.monotonic()
  }

  started(resourceId: string): void {
    if (isOfNothing(this.step)) return
    const { key, step } = this
    const action = this.#action
    this.#tell({ type: 'step-started', key, name: step.name, ...typeIn(step), action, resourceId })
  }

  waiting(polls: number): void {
    this.#tell({ type: 'step-waiting', key: this.key, name: this.step.name, polls })
  }

  /** Notes that the step does less than planned. */
  becomes(action: Action, because?: string): void {
    this.#action = action
    this.#because = because
  }

  /** Milliseconds since the start. */
  get elapsed(): number {
    return Math.round(this.#session.timing.clock.monotonic() - this.#startedAt)
  }

  /** Notes that the thing has been made, so that steps that wait only for this may start. */
  configured(): void {
    if (this.#isConfigured) return
    this.#isConfigured = true
    if (this.#half === 'step') this.#session.wants.open.delete(this.step.name)
    this.#scheduler.succeed(this.#node)
  }

  /** Notes that the step could start, so that nodes that wait for this check may go on. */
  readied(): void {
    this.configured()
    this.#isOver = true
  }

  /** Notes that an obstacle keeps the step from being done. This is no failure. */
  skipped(because: string): void {
    const { key, step } = this
    this.#tally.count('skipped')
    this.#tally.heldBack.push(`${step.name}: ${because}`)
    this.#tell({ type: 'step-skipped', key, name: step.name, resourceType: step.type, action: this.#action, because })
    this.abandon()
  }

  /** Notes that the step turned out to be unnecessary. */
  dropped(because: string): void {
    const { key, step } = this
    this.#tell({ type: 'step-dropped', key, name: step.name, resourceType: step.type, action: this.#action, because })
    this.done()
  }

  /** Frees the slot for other steps, because the step only waits from now on. */
  release(): void {
    if (this.#isReleased) return
    this.#isReleased = true
    this.#scheduler.release()
  }

  /**
   * Notes that the step went well, and that its resource is stable. Called before the result is durable, so that the steps that follow are written
   * in the same transaction. This halves the number of transactions of a run.
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

  /** Notes that the result is durable. */
  recorded(): void {
    const { key, step, elapsed: durationMs } = this
    const action = this.#action
    if (isOfNothing(step)) return
    this.#count(action)
    const because = optional('because', this.#because)
    this.#tell({ type: 'step-finished', key, name: step.name, ...typeIn(step), action, ...because, durationMs })
  }

  /**
   * Counts a step. The removal of a replaced resource counts as part of the replacement, as in plans. A removal without a successor counts on its
   * own.
   */
  #count(action: Action): void {
    const { step } = this
    const { absent } = this.#session.wants
    const { takenBack } = this.#session.fates
    const isGone = action === 'delete' || action === 'forget'
    // A resource that goes before something else is made again when the program asks for it.
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

  /** Notes that a step which only records something is durable. Renames are counted elsewhere. */
  noted(): void {
    if (notedAs(this.step) === 'record') this.#tally.count('record')
  }

  /** Notes that the resource has to stay as it was before the run that is rolled back. This is no failure, but dependents are skipped. */
  stands(): void {
    if (isNew(this.step)) this.#tally.notCreated(this.step)
    this.abandon()
  }

  failed(failure: Failure, inDoubt: boolean): void {
    this.#fail(failure, inDoubt)
    // The failure must be reported before the steps that are skipped because of it.
    this.abandon()
  }

  /** Reports that nobody knows whether the resource exists. Dependents are not skipped. */
  leftOpen(failure: Failure): void {
    this.#fail(failure, true)
    this.done()
  }

  #fail(failure: Failure, inDoubt: boolean): void {
    if (isNew(this.step)) this.#tally.notCreated(this.step)
    const { key, step, elapsed: durationMs } = this
    const { name, type } = step
    const why = asTold(failure, inDoubt, failure.hint ?? this.#wayOut(failure))
    const failed: FailedStep = { key, name, type, action: this.#action, ...why }
    this.#tally.count('failed')
    this.#tally.failures.push(failed)
    const { type: _, ...told } = failed
    this.#tell({ type: 'step-failed', ...told, ...typeIn(step), durationMs })
  }

  /** A hint for a delete that the provider has refused. */
  #wayOut(failure: Failure): string | undefined {
    const record = this.#session.records.get(this.step.current?.id ?? '')
    if (this.#action !== 'delete' || !isAnswer(failure) || record === undefined) return undefined
    return endByHand(record, this.#session.definition(record.type))
  }

  /** Ends the step without success, so that its dependents are skipped. */
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

  #tell(event: Untimed): void {
    this.#session.journal.tell(event)
  }
}

/** The action for the old resource of a replacement. */
export function endOfOld({ retainsOld }: ActingStep): Action {
  return retainsOld === true ? 'forget' : 'delete'
}

/** A failure as events report it. */
export function asTold(failure: Failure, inDoubt: boolean, hint = failure.hint): StepFailure {
  return {
    code: failure.code,
    ...(failure instanceof PluginFailure && { pluginErrorCode: failure.pluginErrorCode }),
    reasons: failureReasons(failure),
    ...optional('hint', hint),
    inDoubt,
  }
}

/** The resource type for an event, and how the resource is found if it is not made. */
function typeIn({ type, wish }: ActingStep) {
  return { resourceType: type, ...optional('found', wish?.found) }
}

/** The name under which a step is counted. A found resource is neither made nor changed, so it is counted by how it was found. */
function countedAs({ wish: { found } = {} }: ActingStep, action: Action): string {
  return found !== undefined && (action === 'create' || action === 'update') ? found.by : action
}

/** Codes of calls without an answer, which were interrupted or never arrived. */
const withoutAnswer = /^(?:host\/|protocol\/(?:not-reachable|connection-lost|deadline-exceeded|cancelled)$)/

/** True for a failure that the plugin itself has answered, and may answer again. */
function isAnswer(failure: Failure): boolean {
  return failure instanceof PluginFailure && !withoutAnswer.test(failure.code)
}

/**
 * The user's way out if the provider of a resource keeps refusing to destroy it. The resource may be half made, or the provider may be wrong about
 * it.
 */
function endByHand(record: ResourceRecord, definition: ResourceTypeDefinition | undefined): string {
  const { id, name, type, replaced, spec } = record
  const outside = definition?.idField === undefined ? null : (spec[definition.idField] ?? null)
  const known = typeof outside === 'string' && outside !== '' ? ` with the id "${outside}"` : ''
  return `if it still refuses: remove the ${type}${known} by hand, then forget it: slipway state rm ${shellWord(replaced ? id : name)}`
}
