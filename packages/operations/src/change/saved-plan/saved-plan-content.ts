import { createHash, randomUUID } from 'node:crypto'
import type { output } from 'zod/mini'
import { parsePlan, serialisePlan, type GivenVariable, type Plan, type PlanOptions } from '@slipway/engine'
import { Failure, shapeProblems } from '@slipway/model'
import type { Sealer, Surroundings } from '@slipway/stores'
import type { PlannedTasks } from '../../events.ts'
import { mostOfDocument, readInput } from '@slipway/source/files'
import type { PlannedAsks } from '../../programs/planned-asks.ts'
import type { TaskMark } from '../../tasks/planned-tasks.ts'
import { writePlanFile } from './plan-file.ts'
import type { PlannedSettings } from './planned-settings.ts'
import type { savedPlanShape, sealedShape } from './saved-plan-shape.ts'

/** A plan with what is needed to carry it out as it is: the same variables, the same options. */
export interface SavedPlan {
  readonly plan: Plan
  readonly options: PlanOptions
  readonly variables: ReadonlyMap<string, GivenVariable>
  /** As they were planned, to be shown with the plan; absent without stage tasks. */
  readonly tasks?: PlannedTasks
  /** What the tasks run; nothing else may run. */
  readonly taskMarks: readonly TaskMark[]
  readonly settings: PlannedSettings
  /** Of a stack: what it asked for. It asks for the same again, or ends. */
  readonly asks?: PlannedAsks
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
  readonly asks?: PlannedAsks | undefined
}

/** `force`: whatever is there now. */
export function savePlan(
  path: string,
  force: boolean,
  { plan, options, variables, tasks, taskMarks, settings, asks, mark, state }: SavedPlan,
  sealer: Sealer,
): void {
  const head = { id: randomUUID(), state, instance: plan.instance }
  const at = placeIn(head)
  const parts = { options, plan: serialisePlan(plan, sealer, at) }
  const sealed: Sealed = {
    variables: Array.from(variables, ([name, { value, text, from }]) => [name, { value: text ?? value, from }]),
    tasks: tasks ?? null,
    taskMarks,
    settings,
    mark,
    digest: digestOf(parts),
    asks,
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

/** @throws Failure `cli/bad-plan-file`, `state/wrong-key` */
export async function readPlan(path: string, sealer: Sealer): Promise<SavedPlan> {
  const { savedPlanShape, sealedShape } = await import('./saved-plan-shape.ts')
  const file = shaped(path, savedPlanShape, parsed(path))
  const { plan, sealed, options, state } = file
  const at = placeIn(file)
  const opened = unsealed(path, () => sealer.unseal(sealed, { ...at, path: ['sealed'] }))
  const { variables, tasks, taskMarks, settings, asks, mark, digest } = shaped(path, sealedShape, JSON.parse(opened))
  if (digest !== digestOf({ options, plan })) throw changed(path)
  return {
    plan: await parsePlan(plan, sealer, at),
    options,
    variables: new Map(variables),
    ...(tasks !== null && { tasks }),
    ...(asks !== undefined && { asks }),
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
