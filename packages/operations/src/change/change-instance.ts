import {
  checkWarnings,
  hasChanges,
  hasWork,
  needsKey,
  refuseVerdicts,
  type CheckedBlueprint,
  type CheckedResource,
  type Gathered,
  type Plan,
  type RunResult,
} from '@slipway/engine'
import { Failure, type PolicyViolation, type Value } from '@slipway/model'
import type { InstanceState, Lease } from '@slipway/stores'
import { ensurePlugins } from '../needed-plugins/ensure-plugins.ts'
import type { EnginePart } from '../engine/engine-part.ts'
import type { Prepared } from '../engine/engine-requests.ts'
import { checkedOrFail } from '../loading/load-blueprint.ts'
import { whichInstance } from '../project/which-instance.ts'
import type { Slipway } from '../slipway.ts'
import { refuseOtherTasks, willRun } from '../tasks/planned-tasks.ts'
import { mayHaveTasksAround } from '../tasks/may-have-tasks.ts'
import { loadStages, type Stages } from '../tasks/load-stages.ts'
import { tellChecks, withIdleChecks } from '../engine/idle-checks.ts'
import { endingPlugins, withEngine } from '../with-engine.ts'
import type { ChangeResult } from './change-request.ts'
import { checkInstance, filesToRecord, type Undertaking } from '../instance/check-instance.ts'
import { commandOf, needsYes } from './needs-yes.ts'
import { type AboutPlan, mayCreate, noteWhole, openRestore, tellMayExist } from './after-restore.ts'
import { tellNeighbours } from '../instance/neighbours.ts'
import { launchedEarly } from './launched-early.ts'
import { loadOptionsFor, refuseWhatIsLeft, tellLeftAlone } from './left-alone.ts'
import { boundBy, refuseOtherActs } from './saved-plan/planned-acts.ts'
import { refuseOtherSettings } from './saved-plan/planned-settings.ts'
import { markOf, otherState } from './state-mark.ts'
import { tellViolations } from './tell-violations.ts'
import { probablyIdle } from './probably-idle.ts'
import type { Change } from './change.ts'
import { importIdsIn } from './saved-plan/import-ids.ts'
import { partOf, runProgram } from './program/program-change.ts'
import { tellUncalledHooks } from './program/uncalled-hooks.ts'
import { previewOf } from '../programs/preview.ts'
import { type ProgramSource, started } from '../programs/program-source.ts'

/** Runs `up`, `destroy`, `refresh` or `tasks run`: lock, plan, ask, run. */
export async function changeInstance(slipway: Slipway, change: Change): Promise<ChangeResult> {
  const { operation, project, program, wish, observe, saved } = change
  // Fail before anything starts, rather than after a slow plan.
  if (wish.approve === undefined && operation !== 'refresh' && saved === undefined) throw needsYes(operation)
  const ready = started(program, observe)
  return withEngine(slipway, project, { access: 'write', observe, early: launchedEarly(change), ready }, (engine) =>
    new ChangeRun(slipway, change, engine).run().finally(() => program?.end?.()),
  )
}

/** One run of one instance. */
class ChangeRun {
  readonly #slipway: Slipway
  readonly #change: Change
  readonly #engine: EnginePart
  readonly #runId: string
  /** Aborts when another run has taken the instance. */
  readonly #lost = new AbortController()
  readonly #undertaking: Undertaking
  readonly #stop: AbortSignal
  readonly #cancel: AbortSignal
  /** The mark of a restored backup, if the instance has had no whole `up` since the restore. */
  #restore: string | undefined

  constructor(slipway: Slipway, change: Change, engine: EnginePart) {
    const { stop, cancel } = change.wish
    this.#slipway = slipway
    this.#undertaking = { ...change, cwd: slipway.cwd, isSaved: change.saved !== undefined }
    this.#change = change
    this.#engine = engine
    this.#runId = engine.runId
    this.#stop = AbortSignal.any([this.#lost.signal, ...(stop === undefined ? [] : [stop])])
    this.#cancel = AbortSignal.any([this.#lost.signal, ...(cancel === undefined ? [] : [cancel])])
  }

  async run(): Promise<ChangeResult> {
    const { operation, project, loaded, program, wish, observe } = this.#change
    await ensurePlugins(this.#engine, { blueprint: loaded?.blueprint, program: project.program })
    // A destroy most likely calls its providers; other operations may need no call.
    const launched = this.#engine.prelaunch(loaded?.blueprint, undefined, operation !== 'destroy')
    program?.begin(this.#engine)
    // The providers start while this run takes the lock, reads the state and checks the blueprint.
    await launched
    const instance = await whichInstance(this.#engine.store, project, deploysAnew(operation) ? 'new' : 'known')
    const lease = await this.#acquire(instance)
    const loadedState = await this.#engine.load(instance, loadOptionsFor(operation))
    await checkInstance(this.#engine.store, loadedState, this.#undertaking)
    const state = operation === 'tasks' ? withoutResources(loadedState) : loadedState
    if (operation === 'up') this.#restore = await openRestore(this.#engine.store, state)
    tellLeftAlone(state, observe)
    if (deploysAnew(operation) && state === undefined) await tellNeighbours(this.#engine.store, project, observe)
    if (!deploysAnew(operation) && state === undefined) {
      refuseVerdicts(wish.settle ?? new Map(), `there is no ${instance}`)
      return this.#ended({ outcome: 'nothing-there', operation, instance })
    }
    await ensurePlugins(this.#engine, { state })
    void this.#engine.prelaunch(loaded?.blueprint, state, probablyIdle(this.#change, state))
    const startedAt = this.#engine.ports.clock.now()
    if (program !== undefined) return await this.#runProgram(program, instance, state, lease)
    this.#engine.recall(state, operation)
    const { checked, prepared } = await endingPlugins(this.#engine, this.#stop, async () => {
      const written = loaded === undefined ? undefined : await checkedOrFail(this.#engine, loaded, observe)
      const blueprint = this.#engine.tagged(written, instance)
      return { checked: blueprint, prepared: await this.#prepare(instance, state, blueprint) }
    }).catch(async (thrown: unknown) => {
      if (thrown instanceof Failure && !this.#stop.aborted)
        await this.#engine.recordFailure(lease, { operation, startedAt, failure: thrown })
      throw thrown
    })
    const stages = await this.#stages(prepared.plan, state, checked?.variables)
    const result = await this.#carryOut(prepared, checked, lease, stages)
    const isDone = result.outcome === 'succeeded' || result.outcome === 'unchanged'
    if (isDone && isWhole(wish)) {
      refuseWhatIsLeft(state, project.folders)
      await this.#noteWhole(lease)
    }
    return result
  }

  /**
   * Runs a program, which states its goals while it runs. If the user or policies must approve the goals, the program first runs once without any
   * effect. A saved plan also gets this dry run: if the program has changed, the state stays as it is and the plan stays valid.
   */
  async #runProgram(
    source: ProgramSource,
    instance: string,
    state: InstanceState | undefined,
    lease: Lease,
  ): Promise<ChangeResult> {
    const { wish, saved, observe } = this.#change
    const engine = this.#engine
    const { settle, refresh = false } = wish
    const isRefreshed = refresh || this.#restore !== undefined
    const look = {
      instance,
      state,
      refresh: isRefreshed,
      events: observe,
      signal: this.#stop,
      ...(settle && { settle }),
    }
    const gathered = source.starting(await engine.lookForProgram(look), engine)
    await this.#refuseStale(gathered, state, source.blueprint)
    const around = { part: partOf(wish), watch: boundBy(saved), stop: this.#stop, observe }
    const ours = { source, engine, gathered, ...around }
    const isJudged = typeof wish.approve === 'function' || this.#restore !== undefined || engine.policies.areThere
    const hasTasks = mayHaveTasksAround(this.#change.project)
    const isLookedAt = isJudged || saved !== undefined || hasTasks
    let stages: Stages | undefined
    let shown: Plan | undefined
    if (isLookedAt) {
      const wanted = new Map<string, CheckedResource>()
      const plan = await previewOf(ours, wanted)
      if (isJudged) shown = plan
      refuseOtherActs(saved?.plan, plan)
      stages = hasTasks ? await this.#stages(plan, state, source.values) : undefined
      observe({ type: 'plan', plan, ...(stages && { tasks: stages.planned }) })
      const violations = await engine.violationsOf(plan)
      tellViolations(violations, observe, `nothing was changed: the plan for ${instance} is`)
      const { operation, exports } = plan
      const runsTasks = stages !== undefined && willRun(stages.planned)
      if (!runsTasks && !hasWork(plan) && !hasChanges(plan) && gathered.changes.length === 0) {
        if (isWhole(wish)) await this.#noteWhole(lease)
        return this.#ended({ outcome: 'unchanged', operation, instance, plan, exports })
      }
      if ((hasChanges(plan) || runsTasks) && !(await this.#mayGoOn(plan, gathered, wanted)))
        return this.#ended({ outcome: 'declined', operation, instance, plan, exports })
    }
    this.#stop.throwIfAborted()
    await engine.deps.store.askWhetherToSeal()
    const held = { lease, runId: this.#runId, cancel: this.#cancel, variableFiles: filesToRecord(this.#undertaking) }
    const done = await runProgram({ ...ours, ...held, shown, stages })
    const result = await this.#rolledBack(gathered, done, lease)
    if (result.outcome === 'unchanged' && !isLookedAt) observe({ type: 'plan', plan: result.plan })
    const violations = await this.#violationsNow(instance)
    if (result.outcome === 'succeeded' && isWhole(wish)) await this.#noteWhole(lease)
    const ended = this.#ended(result)
    tellViolations(violations, observe, `${instance} was changed, and it is now`)
    return ended
  }

  #acquire(instance: string): Promise<Lease> {
    const { operation, wish, observe } = this.#change
    return this.#engine.deps.lease.acquire({
      instance,
      runId: this.#runId,
      command: `slipway ${commandOf(operation)}`,
      waitMs: wish.waitMs ?? 0,
      signal: this.#stop,
      onWaiting: (holder) => observe({ type: 'waiting', holder }),
      onLost: (reason) => this.#lost.abort(reason),
    })
  }

  async #prepare(
    instance: string,
    state: InstanceState | undefined,
    blueprint: CheckedBlueprint | undefined,
  ): Promise<Prepared> {
    const { operation, wish, saved, observe } = this.#change
    const { targets = [], exclude = [], replace = [], refresh = false, settle } = wish
    const prepared = await this.#engine.plan({
      instance,
      state,
      blueprint,
      options: saved?.options ?? { operation, targets, exclude, replace },
      refresh: refresh || operation === 'refresh' || this.#restore !== undefined,
      ...(settle !== undefined && { settle }),
      ...(saved?.plan.drawn !== undefined && { drawn: saved.plan.drawn }),
      ...(saved !== undefined && { importIds: importIdsIn(saved.plan) }),
      events: observe,
      signal: this.#stop,
    })
    if (prepared.warnings.length > 0) observe({ type: 'warnings', diagnostics: prepared.warnings })
    if (saved === undefined) return prepared
    await this.#refuseStale(prepared.gathered, state, blueprint)
    return { ...prepared, plan: saved.plan }
  }

  /** Refuses a saved plan if its basis has changed. */
  async #refuseStale(
    gathered: Gathered,
    state: InstanceState | undefined,
    blueprint: CheckedBlueprint | undefined,
  ): Promise<void> {
    const { saved } = this.#change
    if (saved === undefined) return
    refuseOtherSettings(saved.settings, gathered.providers, this.#engine.catalog)
    this.#engine.refuseStale(saved.plan, gathered.state, blueprint)
    const { state: now } = await this.#engine.store.seals()
    // A plan that was made before the first state has an empty state id.
    const isOther = saved.state !== '' && saved.state !== now
    if (isOther || saved.mark !== markOf(state)) throw otherState(gathered.instance)
  }

  /** Only deployments have stage tasks. */
  async #stages(
    plan: Plan,
    state: InstanceState | undefined,
    variables: ReadonlyMap<string, Value> | undefined,
  ): Promise<Stages | undefined> {
    const { operation, project, observe } = this.#change
    if (!deploysAnew(operation)) return undefined
    const { stage, program } = this.#change
    const only = {
      anew: operation === 'tasks',
      isOfProgram: program !== undefined,
      variables: operation === 'tasks' ? this.#change.variables : variables,
      secrets: this.#engine,
      ...(stage !== undefined && { stages: [stage] }),
    }
    const stages = await loadStages(this.#slipway.env, project, this.#engine.store, plan, state, observe, only)
    refuseOtherTasks(this.#change.saved?.taskMarks, stages?.marks ?? [])
    return stages
  }

  async #carryOut(
    found: Prepared,
    blueprint: CheckedBlueprint | undefined,
    lease: Lease,
    stages: Stages | undefined,
  ): Promise<ChangeResult> {
    const { observe } = this.#change
    const runsTasks = stages !== undefined && willRun(stages.planned)
    const isIdle = !runsTasks && this.#isIdle(found)
    const ending = { engine: this.#engine, observe, stop: this.#stop }
    const prepared = isIdle ? await withIdleChecks(found, blueprint, ending) : found
    const { plan } = prepared
    const { operation, instance, exports } = plan
    if (operation === 'destroy' && this.#change.hooked === undefined)
      tellUncalledHooks(prepared.gathered.state, observe)
    observe({ type: 'plan', plan, ...(stages !== undefined && { tasks: stages.planned }) })
    tellViolations(prepared.violations, observe, `nothing was changed: the plan for ${instance} is`)
    if (isIdle) return this.#ended({ outcome: 'unchanged', operation, instance, plan, exports })
    const wanted = blueprint?.resources ?? new Map<string, CheckedResource>()
    if ((hasChanges(plan) || runsTasks) && !(await this.#mayGoOn(plan, prepared.gathered, wanted)))
      return this.#ended({ outcome: 'declined', operation, instance, plan, exports })
    this.#stop.throwIfAborted()
    if (needsKey(plan, prepared.gathered.providers)) await this.#engine.deps.store.readyKey()
    const startedAt = performance.now()
    const said = prepared.gathered.answers.warnings.length
    const variableFiles = filesToRecord(this.#undertaking)
    const ours = { lease, runId: this.#runId, stop: this.#stop, cancel: this.#cancel, variableFiles }
    const run = await this.#withHooks(prepared, () =>
      this.#engine.run({
        ...prepared,
        ...ours,
        blueprint,
        events: observe,
        ...(stages && { notes: stages.notes, around: stages.around(ours, observe) }),
      }),
    )
    const durationMs = performance.now() - startedAt
    const done = await this.#rolledBack(prepared.gathered, this.#resultOf(prepared, run, durationMs), lease)
    const violations = await this.#violationsNow(instance)
    tellChecks(
      prepared.gathered.answers.warnings.slice(said),
      checkWarnings(run.checks, blueprint, plan.checks),
      observe,
    )
    const result = this.#ended(done)
    tellViolations(violations, observe, `${instance} was changed, and it is now`)
    return result
  }

  /** Runs the work inside the program, if its hooks should be called. */
  async #withHooks(prepared: Prepared, work: () => Promise<RunResult>): Promise<RunResult> {
    const { hooked: source, observe } = this.#change
    if (source === undefined) return await work()
    const { gathered } = prepared
    const ended = { stop: this.#stop, cancel: this.#cancel }
    const { programForHooks } = await import('./program/program-for-hooks.ts')
    const running = await programForHooks({ source, engine: this.#engine, gathered, ...ended, observe })
    try {
      return await work()
    } finally {
      await running.close()
    }
  }

  /** Returns the result of the run, after a rollback if the user wants one. After a stop by the user there is no rollback. */
  async #rolledBack(gathered: Prepared['gathered'], result: ChangeResult, lease: Lease): Promise<ChangeResult> {
    const { wish, observe } = this.#change
    if (wish.rollback !== true || !('run' in result) || result.outcome !== 'failed' || this.#stop.aborted) return result
    observe({ type: 'failed', result })
    const { rollBack } = await import('./roll-back.ts')
    const { state: before, providers, instance } = gathered
    this.#engine.programs?.wishes.forget()
    const ours = { engine: this.#engine, lease, stop: this.#stop, cancel: this.#cancel, observe }
    const rollback = await rollBack({ ...ours, instance, before, providers, plan: result.plan, done: result.run })
    return rollback === undefined ? result : { ...result, rollback }
  }

  #isIdle(prepared: Prepared): boolean {
    const { plan, gathered } = prepared
    return !hasWork(plan) && gathered.changes.length === 0 && !this.#isLeftDeployed(prepared)
  }

  /** True if a destroy has no resources to destroy but the instance must go, such as one with only stage tasks. */
  #isLeftDeployed({ plan, gathered }: Prepared): boolean {
    const { instance, resources = [] } = gathered.state ?? {}
    return plan.operation === 'destroy' && resources.length === 0 && instance?.status === 'deployed'
  }

  /** Returns the violations of policies about all resources together, now that all outputs are known. */
  async #violationsNow(instance: string): Promise<readonly PolicyViolation[]> {
    const { policies } = this.#engine
    if (!policies.areThere || this.#change.operation !== 'up') return []
    return await policies.violationsIn(await this.#engine.load(instance))
  }

  async #mayGoOn(plan: Plan, gathered: Gathered, wanted: AboutPlan['wanted']): Promise<boolean> {
    const { wish, saved, operation, observe } = this.#change
    if (this.#restore !== undefined) {
      const found = await tellMayExist({ plan, gathered, wanted, engine: this.#engine, stop: this.#stop }, observe)
      if (!(await mayCreate(wish.afterRestore, { instance: plan.instance, ...found }))) return false
    }
    if (typeof wish.approve !== 'function' || saved !== undefined || operation === 'refresh') return true
    return wish.approve(plan)
  }

  #resultOf({ plan, gathered }: Prepared, run: RunResult, durationMs: number): ChangeResult {
    const { operation, instance } = plan
    const isPartial = (gathered.state?.damaged ?? []).length > 0
    const { outcome, exports } = run
    return { operation, instance, outcome, plan, exports, run, durationMs, isPartial }
  }

  async #noteWhole(lease: Lease): Promise<void> {
    if (this.#restore !== undefined) await noteWhole(this.#engine.store, lease, this.#restore)
  }

  #ended(done: ChangeResult): ChangeResult {
    const { project, observe } = this.#change
    const result = { ...done, ...(project.naming !== undefined && { naming: project.naming }) }
    observe({ type: 'ended', result })
    return result
  }
}

/** Returns false if the user named only some of the resources. */
function isWhole({ targets = [], exclude = [] }: Change['wish']): boolean {
  return targets.length + exclude.length === 0
}

/** True for an operation that may be the first operation of an instance. */
function deploysAnew(operation: Plan['operation']): boolean {
  return operation === 'up' || operation === 'tasks'
}

/** Returns the state for a run of tasks alone, which neither changes resources nor settles calls in doubt. */
function withoutResources(state: InstanceState | undefined): InstanceState | undefined {
  return state && { ...state, resources: [], intents: [], links: [], children: [] }
}
