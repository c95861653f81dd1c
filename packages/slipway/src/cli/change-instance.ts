import type { CheckedBlueprint, Plan, PlanOptions, RunResult } from '@slipway/engine'
import { hasChanges, hasWork } from '@slipway/engine'
import { Failure } from '@slipway/model'
import type { InstanceState, Lease } from '@slipway/stores'
import type { EnginePart, Prepared, RunRequest } from '@slipway/operations/parts/engine-part'
import { Interrupted, interruptedBy } from './interruption.ts'
import { holderText } from '@slipway/operations/lease/lease-part'
import { watchSignals, type StopSignals } from './stop-signals.ts'
import type { LoadedBlueprint } from '@slipway/operations/project/load-blueprint'
import type { Project } from '@slipway/operations/project/project'
import { whichInstance } from '@slipway/operations/project/which-instance'
import { checkedOrFail } from './checked-blueprint.ts'
import type { Console } from './console.ts'
import { exitCodes } from './exit-codes.ts'
import { leftAlone, loadOptionsFor, refuseWhatIsLeft } from './left-alone.ts'
import type { BlueprintOptions } from './options.ts'
import { diagnosticsText } from './output/diagnostics-text.ts'
import { exportsText } from './output/exports-text.ts'
import { jsonLine } from './output/json-value.ts'
import { planJson } from './output/plan-json.ts'
import { planText } from './output/plan-text.ts'
import { progressFor, type Progress } from './output/progress.ts'
import { probablyIdle } from './probably-idle.ts'
import { summaryText } from './output/summary-text.ts'
import { confirm } from './prompt.ts'
import { parseSettle } from './settle-option.ts'
import type { CommandStages } from '../tasks/command-stages.ts'
import { loadStages } from '../tasks/load-stages.ts'
import { startEngine, useEngine, type StartedEngine } from './with-engine.ts'

export interface ChangeRequest {
  readonly operation: Plan['operation']
  readonly project: Project
  readonly options: BlueprintOptions
  readonly console: Console
  /** Absent for operations that work from the state alone. */
  readonly loaded?: LoadedBlueprint
  /** An engine that is on its way already. */
  readonly started?: StartedEngine
  /** A plan that was saved: it is carried out as it is, or refused. */
  readonly saved?: { readonly plan: Plan; readonly options: PlanOptions }
}

/** `up`, `destroy` and `refresh`: lock, plan, show, ask, run, tell. Returns the exit code. */
export async function changeInstance(request: ChangeRequest): Promise<number> {
  const { project, console, options } = request
  if (options.yes !== true && request.operation !== 'refresh' && request.saved === undefined) refuseUnlessAsked(request)
  const progress = progressFor(console, options)
  const tell = (message: string): void => progress.say(message)
  const signals = watchSignals(tell)
  const started = request.started ?? startEngine(project, console, { access: 'write', tell })
  started.tell = tell
  try {
    return await useEngine(started, (engine) => new Change(request, engine, signals, progress).run())
  } catch (error) {
    throw signals.received === undefined ? error : interruptedBy(signals.received, error)
  } finally {
    progress.close()
    signals.release()
  }
}

/** Better said before anything is started than after a plan that took its time. */
function refuseUnlessAsked({ console, options, operation }: ChangeRequest): void {
  if (console.canAsk && options.json !== true) return
  throw new Failure('cli/needs-yes', `${operation} changes things, and nobody can be asked here`, {
    hint: `slipway ${operation} --yes goes ahead; slipway plan shows what would happen`,
  })
}

/** One run of one instance. */
class Change {
  readonly #request: ChangeRequest
  readonly #engine: EnginePart
  readonly #signals: StopSignals
  readonly #progress: Progress
  readonly #runId: string

  constructor(request: ChangeRequest, engine: EnginePart, signals: StopSignals, progress: Progress) {
    this.#request = request
    this.#engine = engine
    this.#signals = signals
    this.#progress = progress
    this.#runId = engine.ports.ids.next()
  }

  async run(): Promise<number> {
    const { project, loaded } = this.#request
    const instance = await whichInstance(this.#engine.store, project.instance)
    const lease = await this.#acquire(instance)
    const state = await this.#engine.load(instance, loadOptionsFor(this.#request.operation))
    for (const line of leftAlone(state)) this.#progress.say(line)
    if (this.#request.operation !== 'up' && state === undefined) return this.#nothingThere(instance)
    if (!probablyIdle(this.#request, state)) this.#engine.prelaunch(loaded?.blueprint, state)
    const checked = loaded === undefined ? undefined : await checkedOrFail(this.#engine, loaded, this.#request.console)
    const prepared = await this.#prepare(instance, state, checked)
    const stages = await this.#stages(instance, state)
    const code = await this.#carryOut(prepared, checked, lease, stages)
    // Who names targets has not asked for the rest.
    if (code === exitCodes.ok && this.#request.options.target.length === 0) refuseWhatIsLeft(state)
    return code
  }

  #acquire(instance: string): Promise<Lease> {
    const { operation, options } = this.#request
    return this.#engine.deps.lease.acquire({
      instance,
      runId: this.#runId,
      command: `slipway ${operation}`,
      waitMs: (options.wait ?? 0) * 1000,
      signal: this.#signals.stop,
      onWaiting: (holder) => this.#progress.say(`Waiting for ${holderText(holder)} …`),
      onLost: (reason) => this.#signals.abort(reason),
    })
  }

  async #prepare(
    instance: string,
    state: InstanceState | undefined,
    blueprint: CheckedBlueprint | undefined,
  ): Promise<Prepared> {
    const { operation, options, saved } = this.#request
    const prepared = await this.#engine.plan({
      instance,
      state,
      blueprint,
      options: saved?.options ?? { operation, targets: options.target, replace: options.replace },
      refresh: options.refresh === true || operation === 'refresh',
      settle: parseSettle(options.settle),
      events: this.#progress.sink,
      signal: this.#signals.stop,
    })
    this.#sayWarnings(prepared.warnings)
    if (saved === undefined) return prepared
    this.#engine.assertFresh(saved.plan, prepared.gathered.state, blueprint)
    return { ...prepared, plan: saved.plan }
  }

  #sayWarnings(warnings: Prepared['warnings']): void {
    if (warnings.length > 0) this.#progress.say(diagnosticsText(warnings, this.#request.console.err).trimEnd())
  }

  /** Tasks stand around deployments alone. */
  #stages(instance: string, state: InstanceState | undefined): Promise<CommandStages | undefined> {
    const { operation, project, console } = this.#request
    return operation === 'up'
      ? loadStages(project, this.#engine.store, instance, state, console)
      : Promise.resolve(undefined)
  }

  async #carryOut(
    prepared: Prepared,
    blueprint: CheckedBlueprint | undefined,
    lease: Lease,
    stages: CommandStages | undefined,
  ): Promise<number> {
    const { plan } = prepared
    this.#showPlan(plan, stages)
    const isIdle = !hasWork(plan) && prepared.gathered.changes.length === 0
    if (isIdle && stages?.unfinished !== true) return this.#nothingToDo(plan)
    if (hasChanges(plan) && !(await this.#mayGoOn(plan))) {
      this.#progress.say('Nothing was changed.')
      return exitCodes.failed
    }
    this.#signals.stop.throwIfAborted()
    const { events, startedAt } = { events: this.#progress.sink, startedAt: performance.now() }
    const result = await this.#engine.run({
      ...prepared,
      blueprint,
      lease,
      runId: this.#runId,
      events,
      signals: this.#signals,
      ...(stages && this.#around(stages, lease)),
    })
    this.#progress.close()
    return this.#tell(prepared, result, performance.now() - startedAt)
  }

  #around(stages: CommandStages, lease: Lease): Pick<RunRequest, 'around' | 'notes'> {
    const { console, options } = this.#request
    const { stop, cancel } = this.#signals
    const events = stages.eventSink(console, options.json === true, (text) => this.#progress.say(text))
    return { notes: stages.notes, around: stages.around({ lease, runId: this.#runId, stop, cancel }, events) }
  }

  #showPlan(plan: Plan, stages: CommandStages | undefined): void {
    const { console, options } = this.#request
    if (options.json === true) console.out.write(jsonLine({ ...planJson(plan, options), ...stages?.json }))
    else this.#progress.say([planText(plan, console.err, options).trimEnd(), ...(stages?.text ?? [])].join('\n'))
  }

  async #mayGoOn({ operation, instance }: Plan): Promise<boolean> {
    const { options, saved } = this.#request
    if (options.yes === true || saved !== undefined || operation === 'refresh') return true
    this.#progress.pause()
    const question = operation === 'destroy' ? `Destroy all of this in ${instance}?` : `Deploy this to ${instance}?`
    const answer = await confirm(question, this.#signals.stop)
    this.#progress.resume()
    return answer
  }

  #nothingThere(instance: string): number {
    const { console, options, operation } = this.#request
    if (options.json === true) {
      console.out.write(
        jsonLine({ type: 'run-finished', outcome: 'succeeded', instance, operation, counts: {}, exports: {} }),
      )
    }
    this.#progress.say(`Nothing to do: there is no ${instance}.`)
    return exitCodes.ok
  }

  #nothingToDo(plan: Plan): number {
    const { console, options } = this.#request
    if (options.json === true) {
      const { instance, operation, exports } = plan
      console.out.write(
        jsonLine({
          type: 'run-finished',
          outcome: 'succeeded',
          instance,
          operation,
          counts: {},
          exports: {},
          ...(operation === 'up' ? { exports } : {}),
        }),
      )
    } else if (plan.operation === 'up') {
      this.#progress.close()
      console.out.write(exportsText(plan.exports, options.showSecrets ?? false))
    }
    return exitCodes.ok
  }

  #tell({ plan, gathered }: Prepared, result: RunResult, durationMs: number): number {
    const { console, options, saved } = this.#request
    const isPartial = leftAlone(gathered.state).length > 0
    const targets = saved === undefined ? options.target : (saved.options.targets ?? [])
    console.err.write(summaryText({ plan, result, durationMs, targets, isPartial }, console.err))
    if (plan.operation === 'up' && options.json !== true && result.outcome === 'succeeded') {
      console.out.write(exportsText(result.exports, options.showSecrets ?? false))
    }
    if (this.#signals.received !== undefined && result.outcome !== 'succeeded')
      throw new Interrupted(this.#signals.received)
    if (result.outcome !== 'succeeded') return exitCodes.failed
    return options.detailedExitcode === true && hasChanges(plan) ? exitCodes.changes : exitCodes.ok
  }
}
