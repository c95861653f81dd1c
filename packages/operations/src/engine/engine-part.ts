import { basename } from 'node:path'
import type { Plugin } from '@slipway/agent'
import {
  AttemptLog,
  type Deadlines,
  refuseStale,
  checkWarnings,
  checkTransformed,
  gather,
  makePlan,
  ProviderCalls,
  type ProviderCallsOptions,
  taggedBlueprint,
  type Tags,
  type Blueprint,
  type CheckedBlueprint,
  type CheckResult,
  type EventSink,
  type Gathered,
  type GatherRequest,
  type GivenVariable,
  type Plan,
  type Ports,
  type RunResult,
} from '@slipway/engine'
import { previewProgram, runPlan } from '@slipway/engine/run'
import { processIdentity } from '@slipway/processes'
import { isPart, type AnalyzedResource, type PolicyViolation, type Diagnostic, type Value } from '@slipway/model'
import type { ProgramCatalog } from '@slipway/programs'
import type { InstanceState, Lease, LoadOptions, StateStore } from '@slipway/stores'
import type { CommandsSaid } from '../instance/commands-said.ts'
import type { EngineParts } from './engine-parts.ts'
import type {
  Asking,
  CheckOptions,
  LookRequest,
  PlanRequest,
  Prepared,
  PreviewOfProgram,
  RunRequest,
} from './engine-requests.ts'
import { deadlinesOf } from '../settings/deadlines.ts'
import type { CatalogPart } from '../catalog/catalog-part.ts'
import { asItIs, composing, isComposed } from '../components/components.ts'
import { type FailedStart, pluginReasons } from './failed-start.ts'
import { prelaunch } from '../needed-plugins/prelaunch.ts'
import { alwaysAsked, namespacesOf } from '../needed-plugins/prelaunched.ts'
import { RefusedComponents } from '../components/refused-components.ts'
import { otherBlueprint } from '../state-warnings/other-blueprint.ts'
import { saidOfState } from '../state-warnings/state-warnings.ts'
import { type TellWarnings, validatedGoal } from '../validation/validated-goal.ts'
import type { InstalledTransformers } from '../catalog/installed-transformers.ts'
import { sourcesNamedIn } from '../named-plugins/named-sources.ts'
import type { PluginsPart } from '../plugins/plugins-part.ts'
import type { Policies } from '../policies/policies.ts'
import type { SeenSettings } from '../provider-settings/seen-settings.ts'
import { attemptText } from './attempt-text.ts'
import { armedFailpoint } from '../ports/failpoint.ts'
import { learningStore } from '../redaction/learning-store.ts'
import { halfRenamed } from '@slipway/programs/stacks/which-stack'
import { systemClock } from '../ports/system-ports.ts'
import { tolerantCatalog } from '../catalog/tolerant-catalog.ts'

/** The engine with everything that it needs from outside. Commands are built on it. */
export class EnginePart implements Plugin {
  readonly name = 'engine'
  readonly deps: Pick<EngineParts, 'store' | 'catalog' | 'lease'>
  readonly ports: Ports
  readonly callDeadlines: Deadlines
  readonly checksMs: number
  readonly parallelism: number
  readonly runId: string
  readonly plugins: PluginsPart
  readonly transformers: InstalledTransformers
  readonly policies: Policies
  readonly seen: SeenSettings
  readonly commands: CommandsSaid
  readonly #parts: EngineParts
  readonly #attempts = new AttemptLog()

  constructor(parts: EngineParts) {
    const { runId, ids, store, catalog, lease, settings, env, programs } = parts
    this.runId = runId
    this.plugins = parts.plugins
    this.transformers = parts.transformers
    this.policies = parts.policies
    this.seen = parts.seen
    this.commands = parts.commands
    this.#parts = parts
    this.deps = { store, catalog, lease }
    this.parallelism = settings.number('parallelism')
    this.callDeadlines = deadlinesOf(settings)
    this.checksMs = settings.number('checks', 'deadlineMs')
    this.ports = { catalog: programs ?? catalog, clock: systemClock, ids, random: Math.random, ...armedFailpoint(env) }
  }

  init(): void {}

  /** No command calls plugins any more, so the plugins stop while the state closes. */
  close(): void {
    this.plugins.beginStop()
  }

  /** Learns every secret in the value, to redact it from foreign output. */
  learn(value: Value): void {
    this.#parts.redactor.learn(value)
  }

  /** Returns the text without the secrets learned so far. */
  redact(text: string): string {
    return this.#parts.redactor.redact(text)
  }

  /** The providers of the program, if the project is a program. */
  get programs(): ProgramCatalog | undefined {
    return this.#parts.programs
  }

  get store(): StateStore {
    return this.deps.store.store
  }

  get catalog(): CatalogPart {
    return this.deps.catalog
  }

  /** Loads everything recorded of an instance; its secrets are kept out of the logs from now on. */
  async load(instance: string, options?: LoadOptions): Promise<InstanceState | undefined> {
    const state = await this.store.load(instance, options)
    const { renamedTo } = state?.instance ?? {}
    if (renamedTo !== undefined) throw halfRenamed(instance, renamedTo)
    for (const { spec } of state?.resources ?? []) this.#parts.redactor.learn(spec)
    this.#parts.programs?.knowRecorded(state?.resources ?? [])
    if (state?.resources.some(isPart) === true) (await this.#parts.components()).knowRecorded(state.resources)
    return state && this.plugins.respelled(state)
  }

  /** Restores the earlier configurations of providers before their first call. */
  recall(state: InstanceState | undefined, operation: Plan['operation']): void {
    if (state !== undefined) this.catalog.recallConfigurations(state.instance, operation !== 'up')
  }

  /**
   * Starts the providers of a blueprint and a state in parallel with the next phase. Resolves once their processes have started.
   *
   * @param isIdle true if the run probably has nothing to do, or if that is not known yet: starts only providers that are called in every case
   */
  async prelaunch(blueprint: Blueprint | undefined, state: InstanceState | undefined, isIdle = false): Promise<void> {
    // Each provider of a program has a process of its own.
    if (this.#parts.programs !== undefined) return
    const needed = namespacesOf(blueprint, state)
    await prelaunch(this.catalog, isIdle ? alwaysAsked(needed, this.plugins.named) : needed)
  }

  /**
   * Transforms a blueprint and checks it against the definitions of its providers. Starts a provider if the cache lacks its definition. Reads the
   * data that decides the number of resources. With `unchecked`, reads nothing, tolerates missing values, providers and transformers, and notes them
   * in `unchecked`.
   */
  async check(
    blueprint: Blueprint,
    variables: ReadonlyMap<string, GivenVariable>,
    { unchecked, events }: CheckOptions = {},
  ): Promise<CheckResult> {
    const { catalog, parallelism, ports, callDeadlines: deadlines } = this
    this.plugins.nameSources(sourcesNamedIn(blueprint))
    const told = this.#noting(events)
    const result = await checkTransformed({
      blueprint,
      variables,
      catalog: unchecked === undefined ? catalog : tolerantCatalog(catalog, unchecked),
      transformers: this.transformers,
      answerCall: (name, args) => this.#parts.core.answer(name, args),
      childSources: this.#parts.childSources,
      parallelism,
      unchecked,
      clock: this.ports.clock,
      events: told,
      outside: unchecked === undefined ? { ports, deadlines, events: told } : undefined,
    })
    for (const value of result.checked?.variables.values() ?? []) this.#parts.redactor.learn(value)
    return result
  }

  /** Returns the blueprint with tags for the instance and the blueprint, if the settings enable tagging. */
  tagged<B extends CheckedBlueprint | undefined>(blueprint: B, instance: string): B | CheckedBlueprint {
    const tags = blueprint && this.tagsOf(instance, blueprint.file)
    return tags === undefined || blueprint === undefined ? blueprint : taggedBlueprint(blueprint, tags)
  }

  /** Returns the tags of an instance's resources; `undefined` if tagging is off. */
  tagsOf(instance: string, file: string): Tags | undefined {
    const { settings } = this.#parts
    if (!settings.flag('tagging', 'enabled')) return undefined
    const prefix = settings.text('tagging', 'prefix') ?? ''
    return { [`${prefix}instance`]: instance, [`${prefix}blueprint`]: basename(file) }
  }

  /** Reads the outside and makes a plan. Changes nothing. The caller holds the lock, or has checked who holds it. */
  async plan(request: PlanRequest): Promise<Prepared> {
    const refused = new RefusedComponents(request.blueprint, request.signal)
    return await refused.toldBeside(() => this.#plan(request, refused))
  }

  async #plan(
    { instance, state: recorded, blueprint, options, importIds, ...rest }: PlanRequest,
    refused: RefusedComponents,
  ): Promise<Prepared> {
    const state = recorded && this.plugins.respelled(recorded, blueprint)
    const { parallelism, callDeadlines: deadlines } = this
    const ports = this.#portsOfRun()
    const events = this.#noting(rest.events)
    const asked = { instance, state, blueprint, options, ports, parallelism, deadlines, ...rest, events }
    if (state !== undefined) this.catalog.recall(state.instance, options.operation !== 'up')
    const { plan, gathered } = await this.#planned(asked, importIds, refused)
    const warnings =
      blueprint === undefined ? [] : await this.#askPlugins(plan, blueprint, { gathered, ...rest, events })
    const violations = await this.violationsOf(plan)
    const said = [
      ...saidOfState(gathered, this.seen, this.#parts.folder),
      ...(blueprint === undefined ? [] : otherBlueprint(plan, gathered, blueprint.file)),
      ...gathered.answers.warnings,
      ...warnings,
      ...checkWarnings(plan.checks, blueprint),
    ]
    return { gathered, plan: this.commands.plan(plan), warnings: this.commands.diagnostics(said), violations }
  }

  async #planned(
    asked: GatherRequest,
    importIds: PlanRequest['importIds'],
    refused: RefusedComponents,
  ): Promise<Pick<Prepared, 'plan' | 'gathered'>> {
    const { blueprint, options, state, instance } = asked
    const { asking, joined } = isComposed(blueprint) ? composing(await this.#parts.components(), asked) : asItIs
    const planOf = (known: Gathered): Plan => joined(makePlan(blueprint, known, options))
    const look = async (request: GatherRequest): Promise<Gathered> =>
      this.#withPrograms(await gather({ ...request, ...refused.keeping(asking) }))
    const gathered = await look(asked)
    const plan = planOf(gathered)
    if (blueprint?.imports === undefined || options.operation !== 'up') return { plan, gathered }
    const { importingState, inWordsOfImports, pendingImports, withImported } =
      await import('../validation/pending-imports.ts')
    const pending = pendingImports(blueprint, state)
    if (pending.size === 0) return { plan, gathered }
    // The blueprint describes the wanted resource, so it is planned once without the existing resource, and then with it.
    const { ids, clock } = this.ports
    const makings = { instance, newId: () => ids.next(), now: clock.now(), known: importIds ?? new Map() }
    const importing = importingState(pending, blueprint, { plan, gathered: { ...gathered, state } }, makings)
    const settle = new Map([...(asked.settle ?? []), ...importing.settle])
    // The user has already said that the resource exists, and the plan repeats it.
    const events: GatherRequest['events'] = (event) => {
      if (event.type !== 'doubt-settled' || !pending.has(event.name)) asked.events?.(event)
    }
    const again = await look({ ...asked, state: importing.state, settle, events }).catch((thrown: unknown) => {
      throw inWordsOfImports(thrown, pending, blueprint)
    })
    const { refuseRecordedElsewhere } = await import('../state-warnings/recorded-elsewhere.ts')
    const taken = again.state?.resources.filter(({ id }) => importing.names.has(id)) ?? []
    await refuseRecordedElsewhere(again, taken, this)
    return { plan: withImported(planOf(again), pending, blueprint, importing), gathered: again }
  }

  /** Gathers the existing resources for a run of a program. The program's goals are not known yet. */
  async lookForProgram({ instance, state, refresh, live, settle, ...rest }: LookRequest): Promise<Gathered> {
    if (state !== undefined) this.catalog.recall(state.instance, false)
    const { parallelism, callDeadlines: deadlines } = this
    const ports = this.#portsOfRun()
    const events = this.#noting(rest.events)
    const asked = { instance, state, ports, parallelism, deadlines, ...rest, events }
    const more = { ...(refresh && { refresh }), ...(live && { live }), ...(settle && { settle }) }
    const gathered = await gather({ ...asked, ...more, blueprint: undefined, options: { operation: 'up' } })
    return this.#withPrograms(gathered)
  }

  /** Returns the steps that a run of a program would take. */
  async previewProgram({ onWarnings, events, ...request }: PreviewOfProgram): Promise<Plan> {
    const { parallelism, callDeadlines: deadlines } = this
    const ports = this.#portsOfProgram(request.gathered, request.stop, onWarnings)
    const { checksMs } = this
    const preview = { ...request, parallelism, ports, deadlines, checksMs, events: this.logging(events) }
    return this.commands.plan(await previewProgram(preview))
  }

  #withPrograms(gathered: Gathered): Gathered {
    const { programs } = this.#parts
    return programs === undefined ? gathered : { ...gathered, providers: programs.providers(gathered.providers) }
  }

  /**
   * Records in the history that plugins prevented an operation from starting, even for the first operation of an instance. The output may be lost,
   * but the reasons are kept.
   */
  async recordFailure(lease: Lease, { operation, startedAt, failure }: FailedStart): Promise<void> {
    const reasons = pluginReasons(failure)
    if (reasons === undefined) return
    const { user, host } = processIdentity()
    const { clock } = this.ports
    const run = { id: this.runId, operation, outcome: 'failed', startedAt, user, host, counts: {} } as const
    await this.store.commit(lease, [
      { kind: 'run', run: { ...run, reasons, ...this.#attempts.take(), finishedAt: clock.now() } },
    ])
  }

  /** The policy violations of a plan. */
  async violationsOf(plan: Plan): Promise<readonly PolicyViolation[]> {
    return await this.policies.violationsOf(plan, this.parallelism)
  }

  /** Returns the ports with the policies of the run, known once plugins are discovered. */
  #portsOfRun(): Ports {
    const { policies } = this
    if (!policies.areThere) return this.ports
    return { ...this.ports, remedied: (resource: AnalyzedResource) => policies.remedied(resource) }
  }

  /** Returns the ports for a program. Pulumi plugins check their own inputs. */
  #portsOfProgram(
    { instance, providers }: Gathered,
    signal: AbortSignal | undefined,
    tell: TellWarnings | undefined,
  ): Ports {
    const ports = this.#portsOfRun()
    if (this.#parts.programs !== undefined) return ports
    const calls = new ProviderCalls(this.callOptions(providers, this.logging(), signal))
    const { store, catalog, seen } = this
    return {
      ...ports,
      validated: (resource) => validatedGoal(resource, { instance, calls, signal }, tell),
      async imports(record) {
        const { refuseRecordedElsewhere } = await import('../state-warnings/recorded-elsewhere.ts')
        await refuseRecordedElsewhere({ instance, providers }, [record], { store, catalog, seen })
      },
    }
  }

  /** Returns the options for calls to the providers of a plan. */
  callOptions(providers: Gathered['providers'], events: EventSink, signal?: AbortSignal): ProviderCallsOptions {
    const { ports, callDeadlines: deadlines } = this
    return { ports, providers, deadlines, events, stop: signal, cancel: signal }
  }

  /** Keeps failures during planning for the history of the run. */
  #noting(events: EventSink = () => undefined): EventSink {
    return this.logging((event) => {
      if (event.type === 'attempt-failed') this.#attempts.note(event)
      events(event)
    })
  }

  /** Completes the commands in events. Also writes failed plugin calls to the plugin's own log, where its author looks. */
  logging(events: EventSink = () => undefined): EventSink {
    return (event) => {
      if (event.type === 'attempt-failed') this.plugins.note(event.pluginId, attemptText(event))
      events(this.commands.event(event))
    }
  }

  async #askPlugins(
    plan: Plan,
    blueprint: CheckedBlueprint,
    { gathered, events, signal }: Asking,
  ): Promise<readonly Diagnostic[]> {
    const calls = new ProviderCalls(this.callOptions(gathered.providers, events, signal))
    const { askPlugins } = await import('../validation/ask-plugins.ts')
    return await askPlugins({ plan, blueprint, calls, parallelism: this.parallelism, signal })
  }

  /** Fails with `engine/stale-plan` if the plan was made from another state or blueprint than the current one. */
  refuseStale(plan: Plan, state: InstanceState | undefined, blueprint: CheckedBlueprint | undefined): void {
    refuseStale(plan, state, blueprint)
  }

  /** Carries out a plan. The result contains the failures; see `runPlan` of the engine. */
  async run({ runId, notes, onWarnings, ...request }: RunRequest): Promise<RunResult> {
    const { parallelism, callDeadlines: deadlines } = this
    const ports = this.#portsOfProgram(request.gathered, request.stop, onWarnings)
    const store = learningStore(this.store, this.#parts.redactor)
    const { user, host } = processIdentity()
    const made = isComposed(request.blueprint) && { compose: (await this.#parts.components()).compose }
    const result = await runPlan({
      ...request,
      ...made,
      events: this.logging(request.events),
      attempts: this.#attempts,
      ports,
      store,
      parallelism,
      run: { id: runId, user, host, ...(notes !== undefined && { notes }) },
      deadlines,
      checksMs: this.checksMs,
      onDesk: (desk) => {
        this.#parts.desk.current = desk
      },
    })
    return this.commands.result(result)
  }
}
