import { createHash, randomUUID } from 'node:crypto'
import type { output } from 'zod/mini'
import { resolve } from 'node:path'
import { parsePlan, serialisePlan, type GivenVariable, type Plan, type PlanOptions } from '@slipway/engine'
import { Failure, shapeProblems, type Value } from '@slipway/model'
import type { Sealer, Surroundings } from '@slipway/stores'
import { sealerOf } from '../settings/sealer.ts'
import { ignore, type PlannedTasks } from '../events.ts'
import { loadAgain } from '../loading/load-blueprint.ts'
import { refuseChild } from '../project/child.ts'
import { findProject, openProject } from '../project/project.ts'
import { mostOfDocument, readInput } from '../reading/read-input.ts'
import { givenVariables } from '../project/variables.ts'
import type { Slipway } from '../slipway.ts'
import { stoppable } from '../stopped.ts'
import { changeInstance } from './change-instance.ts'
import type { ChangeResult, UpRequest } from './change-request.ts'
import type { PlannedSettings } from './planned-settings.ts'
import type { TaskMark } from '../tasks/planned-tasks.ts'
import { writePlanFile } from './plan-file.ts'
import type { savedPlanShape, sealedShape } from './saved-plan-shape.ts'

/** A plan with what is needed to carry it out as it is: the same variables, the same options. */
export interface SavedPlan {
  readonly plan: Plan
  readonly options: PlanOptions
  readonly variables: ReadonlyMap<string, GivenVariable>
  /** As they were planned, to be shown with the plan; absent without stage tasks. */
  readonly tasks?: PlannedTasks
  /** What they would run: nothing else is. */
  readonly taskMarks: readonly TaskMark[]
  readonly settings: PlannedSettings
  /** Of what was recorded of the instance when it was made. */
  readonly mark: string
  /** Id of the state that it was made from; empty where there was none yet. */
  readonly state: string
}

/**
 * How it lies in the file, its first field first. The variables are sealed, whichever of them are secret, and with them what the rest comes
 * to. All that is sealed is bound to the plan's id, state and instance: what the plan creates has no record yet.
 */
interface PlanFile {
  readonly slipway: 'saved-plan'
  readonly version: 2
  readonly id: string
  readonly state: string
  readonly instance: string
  readonly options: PlanOptions
  /** {@link Sealed} as JSON, sealed. */
  readonly sealed: string
  /** Text of the engine's own making. */
  readonly plan: string
}

interface Sealed {
  readonly variables: readonly (readonly [name: string, variable: GivenVariable])[]
  readonly tasks: PlannedTasks | null
  readonly taskMarks: readonly TaskMark[]
  readonly settings: PlannedSettings
  readonly mark: string
  readonly digest: string
}

/** `force`: whatever is there now. */
export function savePlan(
  path: string,
  force: boolean,
  { plan, options, variables, tasks, taskMarks, settings, mark, state }: SavedPlan,
  sealer: Sealer,
): void {
  const head = { id: randomUUID(), state, instance: plan.instance }
  const at = placeIn(head)
  const parts = { options, plan: serialisePlan(plan, sealer, at) }
  const sealed: Sealed = {
    variables: Array.from(variables, ([name, { value, from }]) => [name, { value, from }]),
    tasks: tasks ?? null,
    taskMarks,
    settings,
    mark,
    digest: digestOf(parts),
  }
  const content: PlanFile = {
    slipway: 'saved-plan',
    version: 2,
    ...head,
    sealed: sealer.seal(JSON.stringify(sealed), { ...at, path: ['sealed'] }),
    ...parts,
  }
  writePlanFile(path, `${JSON.stringify(content)}\n`, force)
}

function placeIn({ id, state, instance }: Pick<PlanFile, 'id' | 'state' | 'instance'>): Surroundings {
  return { purpose: 'plan', state, instance, record: `plan ${id}` }
}

/**
 * What `plan` has saved in a file, as it was then: neither state nor blueprint is read, so it may be stale by now.
 *
 * @throws Failure `cli/bad-plan-file`, `state/wrong-key`
 */
export function savedPlan(slipway: Slipway, file: string): Promise<SavedPlan> {
  return readPlan(resolve(slipway.cwd, file), sealerOf(slipway.env))
}

/** Carries out what was saved, with the variables of then, or does nothing at all. It was approved when it was saved. */
export function upSaved(
  slipway: Slipway,
  planFile: string,
  request: Omit<UpRequest, 'approve' | 'ask'>,
  observe = ignore,
): Promise<ChangeResult> {
  return stoppable(request.stop, async () => {
    const saved = await readPlan(resolve(slipway.cwd, planFile), sealerOf(slipway.env))
    refuseOtherwise(saved, request, slipway)
    const { operation, instance } = saved.plan
    const meant = { ...request, instance }
    const found = await (operation === 'up' ? openProject : findProject)(slipway, meant)
    const project = { ...found, isInstanceGiven: request.instance !== undefined }
    refuseChild(project)
    const change = { operation, project, wish: request, observe, saved }
    if (operation !== 'up' || project.blueprint === undefined) return changeInstance(slipway, change)
    const { blueprint } = project
    const loaded = await loadAgain(slipway, { ...project, blueprint }, saved.variables)
    return changeInstance(slipway, { ...change, loaded })
  })
}

/** A saved plan brings its own variables, targets and instance: who asks for others must not get those in silence. */
function refuseOtherwise(
  { plan, options: planned, variables }: SavedPlan,
  request: Omit<UpRequest, 'approve'>,
  { cwd, env }: Slipway,
): void {
  const { instance = plan.instance, targets = [], exclude = [], replace = [] } = request
  const given = givenVariables({ ...request, cwd, env, declared: new Set() })
  const others = [...given].filter(([name, { value }]) => written(variables.get(name)?.value) !== written(value))
  const details = [
    ...(instance === plan.instance ? [] : [`--instance ${instance}: it is for ${plan.instance}`]),
    ...others.map(([name, { from }]) => `${from}: it has another value for "${name}", or none`),
    ...otherNames('--target', targets, planned.targets ?? []),
    ...otherNames('--exclude', exclude, planned.exclude ?? []),
    ...otherNames('--replace', replace, planned.replace ?? []),
  ]
  if (details.length === 0) return
  throw new Failure('cli/other-plan', 'the saved plan is not what the command line asks for', {
    details,
    hint: 'leave these options out, or make a new plan with them: slipway plan --out FILE',
  })
}

/** `8` from a flag and 8 from a file are the same. */
function written(value: Value | undefined): string | undefined {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function otherNames(flag: string, given: readonly string[], planned: readonly string[]): readonly string[] {
  const differs = given.length > 0 && new Set(given).symmetricDifference(new Set(planned)).size > 0
  return differs ? [`${flag} ${given.join(', ')}: it was made with ${planned.join(', ') || 'none'}`] : []
}

async function readPlan(path: string, sealer: Sealer): Promise<SavedPlan> {
  const { savedPlanShape, sealedShape } = await import('./saved-plan-shape.ts')
  const file = shaped(path, savedPlanShape, parsed(path))
  const { plan, sealed, options, state } = file
  const at = placeIn(file)
  const opened = unsealed(path, () => sealer.unseal(sealed, { ...at, path: ['sealed'] }))
  const { variables, tasks, taskMarks, settings, mark, digest } = shaped(path, sealedShape, JSON.parse(opened))
  if (digest !== digestOf({ options, plan })) throw changed(path)
  return {
    plan: await parsePlan(plan, sealer, at),
    options,
    variables: new Map(variables),
    ...(tasks !== null && { tasks }),
    taskMarks,
    settings,
    mark,
    state,
  }
}

/** A text that does not open here was changed, or was sealed for something else. */
function unsealed(path: string, open: () => string): string {
  try {
    return open()
  } catch (error) {
    if (error instanceof Failure && error.code === 'state/damaged-record') throw changed(path)
    throw error
  }
}

function changed(path: string): Failure {
  return notAPlan(path, 'it was changed after it was made')
}

/** The file's content, as far as its shape tells; a shape leaves values as they are. */
function shaped<Shape extends typeof savedPlanShape | typeof sealedShape>(
  path: string,
  shape: Shape,
  read: unknown,
): output<Shape> {
  const { error } = shape.safeParse(read)
  if (error === undefined) return read as output<Shape>
  const [first = '', ...details] = shapeProblems(error.issues)
  throw notAPlan(path, first, details)
}

function digestOf({ options, plan }: Pick<PlanFile, 'options' | 'plan'>): string {
  return createHash('sha256').update(JSON.stringify(options)).update(plan).digest('hex')
}

function parsed(path: string): unknown {
  const text = readInput(path, { what: 'plan', most: mostOfDocument }).toString('utf8')
  try {
    return JSON.parse(text)
  } catch {
    throw notAPlan(path, 'it is not JSON')
  }
}

function notAPlan(path: string, why: string, details: readonly string[] = []): Failure {
  return new Failure('cli/bad-plan-file', `${path} is not a saved plan: ${why}`, {
    details,
    hint: 'make one: slipway plan --out FILE',
  })
}
