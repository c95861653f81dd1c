import { type ValueMap, valueMap } from '@slipway/model'
import { defaultChecksMs, defaultParallelism } from '../defaults.ts'
import { AttemptLog } from './events/attempt-log.ts'
import type { PartResult, RunRequest, RunResult } from './run-request.ts'
import { runExports, namesThatStay } from './end-of-run.ts'
import type { EventSink, RunEvent } from './events/events.ts'
import { Compositions } from './component/compositions.ts'
import { PlannedCompositions } from './component/planned-compositions.ts'
import { PluginDesk } from './for-plugins/plugin-desk.ts'
import { RunRecords } from './run-records.ts'
import { RunSession, viewsNow } from './session/run-session.ts'
import { followProgram } from './program/follow-program.ts'
import { runStep } from './step/run-step.ts'
import { StepRunner } from './step-runner.ts'
import { readChecks } from '../plan/draft/read-checks.ts'
import type { PlannedCheck, Plan, PlanStep } from '../plan/shape/plan.ts'

/**
 * Carries out a plan, and records it step by step. Failed steps are reported in the result and by events. Steps that do not depend on them
 * go on.
 *
 * @throws the error that made it impossible to go on at all: the store failed (`state/fenced`, a full disk), or we have a bug. According to
 *   the journal, the calls in flight are then in doubt.
 */
export async function runPlan(request: RunRequest): Promise<RunResult> {
  const { plan, ports, stop, cancel } = request
  const { attempts = new AttemptLog() } = request
  const undone = new ShownButNotDone(plan, noting(attempts, request.events ?? ignore))
  const { events } = undone
  const halt = new AbortController()
  const stopping = anyOf([stop, cancel, halt.signal])
  const startedAt = ports.clock.monotonic()
  const records = new RunRecords(request)
  const session = newSession({ ...request, events }, records, stopping, halt)
  const steps = new StepRunner(session, stopping, (node, control, isAwaited) =>
    runStep(node, control, session, isAwaited),
  )
  const adding = addingTo(steps, session, request, stopping)
  const { id: runId } = request.run
  const at = (): number => ports.clock.now()
  const planned = [...plan.steps, ...(plan.links ?? [])].filter(({ action }) => action !== 'none').length
  const [last] = await request.store.runs(plan.instance, 1)
  await session.journal.write(records.start(last))
  // Parts of composed resources are counted when they are asked for.
  steps.tally.countNamed(plan.steps.filter(({ within }) => within === undefined))
  events({ type: 'run-started', runId, instance: plan.instance, operation: plan.operation, steps: planned, at: at() })
  const before = (await request.around?.before()) ?? nothing
  const main =
    before.outcome === 'succeeded' ? await runSteps(steps, session, { ...request, adding }) : untouched(request)
  const after = (main.outcome === 'succeeded' ? await request.around?.after(main.exports) : undefined) ?? nothing
  const parts = [before, main, after]
  const isWhole = parts.every((part) => part.outcome === 'succeeded')
  const broken = stopping.aborted ? 'cancelled' : 'failed'
  const outcome = isWhole ? 'succeeded' : broken
  const reasons = parts.flatMap((part) => (part.outcome === 'succeeded' ? [] : part.reasons))
  const tasks = parts.flatMap((part) => part.tasks ?? [])
  const { exports, childExports, checks = [] } = main
  const { counts, failures } = steps.tally
  const { leftOutside, takenIn } = session.outcome
  const result: RunResult = {
    outcome,
    counts,
    exports,
    failures,
    reasons,
    ...(checks.length > 0 && { checks }),
    ...(leftOutside.length > 0 && { leftOutside }),
    ...(takenIn.size > 0 && { takenIn }),
  }
  // Records that cannot be read count as well, because their things exist.
  const unread = request.gathered.state?.damaged?.length ?? 0
  const children = {
    exports: childExports,
    left: Array.from(session.records.all(), ({ name }) => name),
    undone: undone.names(),
  }
  const names = isWhole && request.program !== undefined ? namesThatStay(session) : []
  records.learned(session.journal.unsteady.recorded)
  const finished = records.finish(
    { ...result, ...attempts.take(), ...(tasks.length > 0 && { tasks }) },
    session.records.size + unread,
    children,
  )
  await session.journal.write([...names, ...finished])
  const durationMs = Math.round(ports.clock.monotonic() - startedAt)
  const { instance, operation } = plan
  const why = reasons.length > 0 && { reasons }
  events({ type: 'run-finished', instance, operation, outcome, ...why, counts, exports, durationMs, at: at() })
  return result
}

function noting(attempts: AttemptLog, events: EventSink): EventSink {
  return (event) => {
    if (event.type === 'attempt-failed') attempts.note(event)
    events(event)
  }
}

function newSession(request: RunRequest, records: RunRecords, stop: AbortSignal, halt: AbortController): RunSession {
  const { gathered, ports, events = ignore, parallelism = defaultParallelism, run, deadlines = {} } = request
  const cancel = anyOf([request.cancel, halt.signal])
  return new RunSession({
    plan: request.plan,
    shown: request.program?.shown,
    blueprint: request.blueprint,
    gathered,
    ports,
    store: request.store,
    lease: request.lease,
    deadlines,
    stop,
    events,
    runId: run.id,
    instanceId: records.instanceId,
    learned: (unsteady) => records.learned(unsteady),
    parallelism,
    cancel,
    halt,
    ...(request.compose !== undefined &&
      request.blueprint !== undefined && {
        askComposed: new PlannedCompositions(request.compose, { ports, parallelism, deadlines, stop }).asking(
          request.blueprint,
          gathered,
        ),
      }),
  })
}

function ignore(): void {}

function anyOf(signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  return AbortSignal.any(signals.filter((signal) => signal !== undefined))
}

const nothing: PartResult = { outcome: 'succeeded', reasons: [] }

/** Adds steps to a run while it goes on. */
type Adding = () => Promise<readonly string[]>

/** Adds steps for the requests of a program, or for the parts of composed resources, while the run goes on. */
function addingTo(
  run: StepRunner,
  session: RunSession,
  { program, compose }: RunRequest,
  stop: AbortSignal,
): Adding | undefined {
  if (program !== undefined) return () => followProgram(program.program, run, session, stop)
  const isComposed = ({ name }: PlanStep): boolean => session.wants.resource(name)?.definition.isComposed === true
  if (compose === undefined || !session.plan.steps.some(isComposed)) return undefined
  const compositions = new Compositions(session, { compose, stop, run })
  session.compose = (deployment, record) => compositions.make(deployment, record)
  return () => compositions.end()
}

interface StepsResult extends PartResult {
  readonly exports: ValueMap
  /** Exports of each child, by its path. */
  readonly childExports: ReadonlyMap<string, ValueMap>
  readonly checks?: readonly PlannedCheck[]
}

async function runSteps(
  steps: StepRunner,
  session: RunSession,
  request: Pick<RunRequest, 'onDesk' | 'gathered' | 'checksMs'> & { readonly adding: Adding | undefined },
): Promise<StepsResult> {
  const { adding, onDesk } = request
  onDesk?.(new PluginDesk(session, session.callOptions))
  const broken = await steps.run(adding).finally(() => onDesk?.(undefined))
  const { exports, children: childExports, reasons } = await runExports(session)
  const checks = await checksNow(session, request)
  const { failures, heldBack } = steps.tally
  // An `up` leaves the steps that it held back to a later run. A `destroy` that leaves something has failed.
  const left = session.plan.operation === 'destroy' && failures.length === 0 ? heldBack : []
  const isWhole = steps.left === 0 && failures.length === 0 && broken.length + reasons.length === 0 && left.length === 0
  return {
    outcome: isWhole ? 'succeeded' : 'failed',
    reasons: [...broken, ...reasons, ...left],
    exports,
    childExports,
    checks,
  }
}

/** The outcomes of the blueprint's checks with the present values. */
async function checksNow(
  session: Pick<
    RunSession,
    'blueprint' | 'callOptions' | 'limits' | 'links' | 'plan' | 'providers' | 'records' | 'wants'
  >,
  { gathered, checksMs }: Pick<RunRequest, 'gathered' | 'checksMs'>,
): Promise<readonly PlannedCheck[]> {
  const { blueprint, plan, callOptions, wants } = session
  if (wants.checks !== undefined) return await wants.checks(checksMs ?? defaultChecksMs)
  if (plan.operation !== 'up' || blueprint?.checks === undefined) return []
  return await readChecks({
    blueprint,
    views: viewsNow(session),
    answers: gathered.answers,
    callOptions,
    checksMs,
    parallelism: session.limits.parallelism,
  })
}

/** The result if no step was taken: the exports stay as they are. */
function untouched({ gathered }: RunRequest): StepsResult {
  const childExports = new Map(gathered.state?.children?.map(({ name, exports }) => [name, exports]))
  return { outcome: 'failed', reasons: [], exports: gathered.state?.instance.exports ?? valueMap(), childExports }
}

/** Listens to the events of a run, and keeps track of the steps that are not done. */
class ShownButNotDone {
  readonly #next: EventSink | undefined
  /** The names of resources whose steps have not ended well, by key of the step. */
  readonly #open = new Map<string, string>()

  constructor({ steps }: Plan, next: EventSink | undefined) {
    this.#next = next
    for (const { action, key, name } of steps) if (action !== 'none') this.#open.set(key, name)
  }

  readonly events: EventSink = (event) => {
    this.#note(event)
    this.#next?.(event)
  }

  names(): Iterable<string> {
    return this.#open.values()
  }

  #note(event: RunEvent): void {
    if (event.type === 'step-finished' || event.type === 'step-dropped') this.#open.delete(event.key)
    else if (event.type === 'step-failed' || event.type === 'step-skipped') this.#open.set(event.key, event.name)
  }
}
