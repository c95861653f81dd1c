import { resolve } from 'node:path'
import { hasChanges, type PlanOptions } from '@slipway/engine'
import type { EnginePart, Prepared } from '@slipway/operations/parts/engine-part'
import { interruptedBy } from './interruption.ts'
import { holderText, runningHolder } from '@slipway/operations/lease/lease-part'
import { watchSignals } from './stop-signals.ts'
import type { LoadedBlueprint } from '@slipway/operations/project/load-blueprint'
import type { Project } from '@slipway/operations/project/project'
import { whichInstance } from '@slipway/operations/project/which-instance'
import { checkedOrFail, loadForCommand } from './checked-blueprint.ts'
import type { PlanCommandOptions } from './commands/plan.ts'
import type { Console } from './console.ts'
import { exitCodes } from './exit-codes.ts'
import { leftAlone, loadOptionsFor } from './left-alone.ts'
import { diagnosticsText } from './output/diagnostics-text.ts'
import { jsonLine } from './output/json-value.ts'
import { planJson } from './output/plan-json.ts'
import { planText } from './output/plan-text.ts'
import { checkPlanFile } from './plan-file.ts'
import { savePlan } from './saved-plan.ts'
import { parseSettle } from './settle-option.ts'
import { loadStages } from '../tasks/load-stages.ts'
import { lookWithEngine, projectFor } from './with-engine.ts'

/** `slipway plan`: reads the outside, changes nothing, takes no lock. Returns the exit code. */
export async function showPlan(
  file: string | undefined,
  options: PlanCommandOptions,
  console: Console,
): Promise<number> {
  if (options.out !== undefined) checkPlanFile(resolve(console.cwd, options.out), options.force === true)
  const project = await projectFor(console, file, options, options.destroy === true)
  const wanted = options.destroy === true ? undefined : project.blueprint
  const loaded = wanted === undefined ? undefined : await loadForCommand(wanted, options, console)
  const signals = watchSignals(() => undefined)
  try {
    return await lookWithEngine(project, console, async (engine) => {
      const planOptions = planOptionsOf(options)
      const prepared = await prepare(engine, project, loaded, planOptions, { options, console, signal: signals.stop })
      const { plan } = prepared
      const stages =
        plan.operation === 'up'
          ? await loadStages(project, engine.store, plan.instance, prepared.gathered.state, console)
          : undefined
      const text = [planText(plan, console.out, options), ...(stages?.text ?? []).map((line) => `${line}\n`)].join('')
      if (prepared.warnings.length > 0) console.err.write(diagnosticsText(prepared.warnings, console.err))
      console.out.write(options.json === true ? jsonLine({ ...planJson(plan, options), ...stages?.json }) : text)
      if (options.out !== undefined) {
        const variables = loaded?.variables ?? new Map()
        savePlan(
          { file: options.out, force: options.force === true },
          { plan, options: planOptions, variables },
          engine.deps.store.sealer,
          console,
        )
      }
      return options.detailedExitcode === true && hasChanges(plan) ? exitCodes.changes : exitCodes.ok
    })
  } catch (error) {
    if (signals.received !== undefined) throw interruptedBy(signals.received, error)
    throw error
  } finally {
    signals.release()
  }
}

interface PrepareContext {
  readonly options: PlanCommandOptions
  readonly console: Console
  readonly signal: AbortSignal
}

async function prepare(
  engine: EnginePart,
  project: Project,
  loaded: LoadedBlueprint | undefined,
  planOptions: PlanOptions,
  { options, console, signal }: PrepareContext,
): Promise<Prepared> {
  const instance = await whichInstance(engine.store, project.instance)
  const blueprint = loaded === undefined ? undefined : await checkedOrFail(engine, loaded, console)
  // Before the state is read and after: what is in flight in it is in doubt only if nobody was at work meanwhile.
  const before = await engine.deps.lease.look(instance)
  const state = await engine.load(instance, loadOptionsFor(planOptions.operation))
  const holder = before ?? (await runningHolder(engine.store, instance))
  for (const line of leftAlone(state)) console.err.write(`${line}\n`)
  if (holder !== undefined) {
    const now = `${instance} is being changed by ${holderText(holder)}`
    console.err.write(`${now}: this plan is made from what is recorded so far\n`)
  }
  const refresh = options.refresh === true
  return engine.plan({
    instance,
    state,
    blueprint,
    options: planOptions,
    refresh,
    live: holder !== undefined,
    settle: parseSettle(options.settle),
    signal,
  })
}

function planOptionsOf(options: PlanCommandOptions): PlanOptions {
  return { operation: options.destroy === true ? 'destroy' : 'up', targets: options.target, replace: options.replace }
}
