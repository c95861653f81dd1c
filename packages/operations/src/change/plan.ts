import { resolve } from 'node:path'
import { type CheckedBlueprint, type CheckedResource, hasWork, type Plan, type PlanOptions } from '@slipway/engine'
import type { InstanceState, LockHolder } from '@slipway/stores'
import { attemptsTo, ignore, type Observer, type PlannedTasks } from '../events.ts'
import { runningHolder } from '../lease/instance-lock.ts'
import type { EnginePart } from '../engine/engine-part.ts'
import type { Prepared } from '../engine/engine-requests.ts'
import { checkedOrFail, loadBlueprint, type LoadedBlueprint } from '../loading/load-blueprint.ts'
import { refuseChild } from '../project/child.ts'
import {
  findProject,
  inlineProject,
  openProgram,
  openProject,
  openStack,
  type Project,
  type ProjectOfStack,
} from '../project/project.ts'
import { whichInstance } from '../project/which-instance.ts'
import { InlineSource } from '../programs/inline-source.ts'
import { NotedAsks } from '../programs/planned-asks.ts'
import { previewOf } from '../programs/preview.ts'
import { type ProgramSource, started } from '../programs/program-source.ts'
import { StackSource } from '../programs/stack-source.ts'
import type { Slipway } from '../slipway.ts'
import { endingPlugins, lookWithEngine } from '../with-engine.ts'
import { stoppable } from '../stopped.ts'
import { loadStages } from '../tasks/load-stages.ts'
import { mayHaveTasksAround } from '../tasks/may-have-tasks.ts'
import { willRun } from '../tasks/planned-tasks.ts'
import { ensurePlugins } from '../needed-plugins/ensure-plugins.ts'
import { withIdleChecks } from '../engine/idle-checks.ts'
import { partOf } from './program/program-change.ts'
import type { InlineRequest, PlanWish } from './change-request.ts'
import { checkInstance, type Undertaking } from '../instance/check-instance.ts'
import type { InstanceWish } from '../instance/instance-wish.ts'
import { assureInstance } from '../instance/new-instance.ts'
import { refuseFileOfAnother } from '../instance/other-variables.ts'
import { openRestore, tellMayExist } from './after-restore.ts'
import { tellNeighbours } from '../instance/neighbours.ts'
import { loadOptionsToPlan, tellLeftAlone, tellUnseen } from './left-alone.ts'
import { checkPlanFile } from './saved-plan/plan-file.ts'
import { plannedSettings } from './saved-plan/planned-settings.ts'
import { savePlan } from './saved-plan/saved-plan-content.ts'
import { markOf } from './state-mark.ts'
import { tellViolations } from './tell-violations.ts'
import type { BlueprintRequest } from '../project/blueprint-request.ts'

export interface PlanRequest extends BlueprintRequest, PlanWish, InstanceWish {
  /** The names of resources to replace. */
  readonly replace?: readonly string[]
  /** Whether to plan a `destroy`. Default: an `up` is planned. */
  readonly destroy?: boolean
  /** A file to save the plan in, for `upSaved`. */
  readonly out?: string | undefined
  /** Whether to overwrite an existing file. */
  readonly force?: boolean
}

export type InlinePlanRequest = InlineRequest & PlanWish & Pick<PlanRequest, 'replace' | 'out' | 'force'>

export interface Planned {
  readonly plan: Plan
  /** The planned tasks. Absent if there are no stage tasks. */
  readonly tasks?: PlannedTasks
}

/** Plans an `up` or `destroy`. Reads the outside, changes nothing, takes no lock. */
export function plan(
  slipway: Slipway,
  request: PlanRequest | InlinePlanRequest = {},
  observe = ignore,
): Promise<Planned> {
  if ('program' in request) return stoppable(request.stop, () => planInline(slipway, request, observe))
  return planBlueprint(slipway, request, observe)
}

function planBlueprint(slipway: Slipway, request: PlanRequest, observe: Observer): Promise<Planned> {
  const { destroy = false, force = false } = request
  return stoppable(request.stop, async () => {
    const out = planFile(slipway, request)
    const program = destroy ? undefined : await openProgram(slipway, request)
    if (program !== undefined) {
      const refresh = request.refresh === true || program.program.described.isRefreshed
      const wish = { ...request, refresh, out }
      return await planProgram(slipway, program, new StackSource(program), wish, observe)
    }
    const stack = destroy ? undefined : await openStack(slipway, request)
    if (stack !== undefined) return await planStack(slipway, stack, { ...request, out }, observe)
    const project = await (destroy ? findProject : openProject)(slipway, request, 'runs')
    refuseChild(project)
    if (!destroy) {
      refuseFileOfAnother(project, request, slipway.cwd)
      await assureInstance(slipway, project, request)
    }
    const { blueprint } = project
    const isLoaded = !destroy && blueprint !== undefined
    const loaded = isLoaded ? await loadBlueprint(slipway, { ...project, blueprint }, request, observe) : undefined
    observe({ type: 'started' })
    return lookWithEngine(slipway, project, observe, async (engine) => {
      const options: PlanOptions = {
        operation: destroy ? 'destroy' : 'up',
        targets: request.targets ?? [],
        exclude: request.exclude ?? [],
        replace: request.replace ?? [],
      }
      const prepared = await endingPlugins(engine, request.stop, () =>
        prepare(
          engine,
          { operation: options.operation, project, wish: request, cwd: slipway.cwd },
          loaded,
          options,
          request,
          observe,
        ),
      )
      const { gathered, warnings, violations, before, blueprint: checked } = prepared
      const stages = destroy
        ? undefined
        : await loadStages(slipway.env, project, engine.store, prepared.plan, gathered.state, observe, {
            variables: checked?.variables,
          })
      if (warnings.length > 0) observe({ type: 'warnings', diagnostics: warnings })
      const isIdle = !hasWork(prepared.plan) && (stages === undefined || !willRun(stages.planned))
      const ending = { engine, observe, stop: request.stop }
      const { plan: made } = isIdle ? await withIdleChecks(prepared, checked, ending) : prepared
      const planned = { plan: made, ...(stages !== undefined && { tasks: stages.planned }) }
      observe({ type: 'plan', ...planned })
      tellViolations(violations, observe, `the plan for ${made.instance} is`)
      const variables = loaded?.variables ?? new Map()
      if (out !== undefined) {
        const settings = plannedSettings(gathered.providers, engine.catalog)
        const mark = markOf(before)
        const taskMarks = stages?.marks ?? []
        const { state } = await engine.store.seals()
        savePlan(
          out,
          force,
          { ...planned, options, variables, settings, taskMarks, mark, state },
          engine.deps.store.sealer,
        )
      }
      return planned
    })
  })
}

/** Returns the file for the plan, and checks before planning that it can be written. */
function planFile({ cwd }: Slipway, { out, force = false }: Pick<PlanRequest, 'out' | 'force'>): string | undefined {
  if (out === undefined) return undefined
  const path = resolve(cwd, out)
  checkPlanFile(path, force)
  return path
}

async function planInline(slipway: Slipway, request: InlinePlanRequest, observe: Observer): Promise<Planned> {
  const out = planFile(slipway, request)
  const project = await inlineProject(slipway, request)
  const source = new InlineSource(request.program, project.instance)
  return await planProgram(slipway, project, source, { ...request, out }, observe)
}

async function planStack(
  slipway: Slipway,
  stack: ProjectOfStack,
  request: PlanRequest,
  observe: Observer,
): Promise<Planned> {
  refuseChild(stack)
  refuseFileOfAnother(stack, request, slipway.cwd)
  await assureInstance(slipway, stack, request)
  const { withStackFile } = await import('../programs/stack-file-source.ts')
  return await withStackFile(slipway, { project: stack, request, observe }, (source) =>
    planProgram(slipway, stack, source, request, observe),
  )
}

/** The scope of a program's plan, and the file for it. */
type ProgramPlanRequest = PlanWish & InstanceWish & Pick<PlanRequest, 'replace' | 'out' | 'force' | 'variableFiles'>

/** Runs the program without any effect. */
async function planProgram(
  slipway: Slipway,
  project: Project & { readonly instance: string },
  source: ProgramSource,
  request: ProgramPlanRequest,
  observe: Observer,
): Promise<Planned> {
  const { refresh = false, settle, stop = new AbortController().signal, out, force = false } = request
  const watch = out === undefined ? undefined : new NotedAsks()
  const ready = started(source, observe)
  const work = async (engine: EnginePart): Promise<Planned> => {
    const { instance, program } = project
    await ensurePlugins(engine, { program })
    source.begin(engine)
    const before = await engine.deps.lease.look(instance)
    const state = await engine.load(instance, loadOptionsToPlan('up'))
    await checkInstance(engine.store, state, { operation: 'up', project, wish: request, cwd: slipway.cwd })
    if (state === undefined) await tellNeighbours(engine.store, project, observe)
    tellUnseen(state, observe)
    const holder = before ?? (await runningHolder(engine.store, instance))
    if (holder !== undefined) observe({ type: 'held', instance, holder })
    const asked = { instance, state, refresh, live: holder !== undefined, events: attemptsTo(observe), signal: stop }
    const isRestored = (await openRestore(engine.store, state)) !== undefined
    const look = { ...asked, refresh: refresh || isRestored, ...(settle && { settle }) }
    const gathered = source.starting(await endingPlugins(engine, stop, () => engine.lookForProgram(look)), engine)
    const wanted = new Map<string, CheckedResource>()
    const made = await previewOf({ source, engine, gathered, part: partOf(request), watch, stop, observe }, wanted)
    const stages = mayHaveTasksAround(project)
      ? await loadStages(slipway.env, project, engine.store, made, state, observe, {
          isOfProgram: true,
          variables: source.values,
        })
      : undefined
    const planned = { plan: made, ...(stages !== undefined && { tasks: stages.planned }) }
    observe({ type: 'plan', ...planned })
    if (isRestored) await tellMayExist({ plan: made, gathered, engine, wanted, stop }, observe)
    tellViolations(await engine.violationsOf(made), observe, `the plan for ${instance} is`)
    if (out === undefined || watch === undefined) return planned
    const { targets = [], exclude = [], replace = [] } = request
    const { variables = new Map() } = source
    const { state: id } = await engine.store.seals()
    const about = {
      ...planned,
      options: { operation: 'up', targets, exclude, replace } as const,
      variables,
      settings: plannedSettings(gathered.providers, engine.catalog),
      taskMarks: stages?.marks ?? [],
      asks: watch.noted(),
      mark: markOf(state),
      state: id,
    }
    savePlan(out, force, about, engine.deps.store.sealer)
    return planned
  }
  return lookWithEngine(slipway, project, observe, work, ready)
}

async function prepare(
  engine: EnginePart,
  undertaking: Undertaking,
  loaded: LoadedBlueprint | undefined,
  options: PlanOptions,
  { refresh = false, settle, stop = new AbortController().signal, out }: PlanRequest,
  observe: Observer,
): Promise<
  Prepared & { readonly before: InstanceState | undefined; readonly blueprint: CheckedBlueprint | undefined }
> {
  const { project } = undertaking
  await ensurePlugins(engine, { blueprint: loaded?.blueprint })
  const launched = engine.prelaunch(loaded?.blueprint, undefined, true)
  const instance = await whichInstance(engine.store, project, options.operation === 'up' ? 'new' : 'known')
  // Check for a holder before and after reading the state: open calls are in doubt only if no run was active meanwhile.
  const before = await engine.deps.lease.look(instance)
  // Read the state and check the blueprint while the providers start.
  await launched
  const state = await engine.load(instance, loadOptionsToPlan(options.operation))
  await checkInstance(engine.store, state, undertaking)
  await ensurePlugins(engine, { state })
  const holder: LockHolder | undefined = before ?? (await runningHolder(engine.store, instance))
  engine.recall(state, options.operation)
  const checked = loaded === undefined ? undefined : await checkedOrFail(engine, loaded, observe)
  const blueprint = engine.tagged(checked, instance)
  tellLeftAlone(state, observe)
  tellUnseen(state, observe)
  if (state === undefined) await tellNeighbours(engine.store, project, observe)
  if (holder !== undefined) observe({ type: 'held', instance, holder })
  const live = holder !== undefined
  // A saved plan is carried out later, so it must not contain guesses of previews.
  const previews = out === undefined
  const events = attemptsTo(observe)
  const isRestored = options.operation === 'up' && (await openRestore(engine.store, state)) !== undefined
  const isRefreshed = refresh || isRestored
  const request = { instance, state, blueprint, options, refresh: isRefreshed, live, previews, events, signal: stop }
  const prepared = await engine.plan({ ...request, ...(settle !== undefined && { settle }) })
  const wanted = blueprint?.resources ?? new Map<string, CheckedResource>()
  if (isRestored) await tellMayExist({ ...prepared, engine, wanted, stop }, observe)
  return { ...prepared, before: state, blueprint }
}
