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

/** A plan together with the variables and options needed to carry it out unchanged. */
export interface SavedPlan {
  readonly plan: Plan
  readonly options: PlanOptions
  readonly variables: ReadonlyMap<string, GivenVariable>
  /** The planned stage tasks, shown with the plan. Absent without stage tasks. */
  readonly tasks?: PlannedTasks
  /** Marks of the planned tasks; no other task may run. */
  readonly taskMarks: readonly TaskMark[]
  readonly settings: PlannedSettings
  /** The requests of a stack. When the plan is carried out, the stack must make the same requests or the run ends. */
  readonly asks?: PlannedAsks
  /** The mark of the instance's records at planning time. */
  readonly mark: string
  /** The id of the state that the plan was made from; empty if there was no state yet. */
  readonly state: string
}

/**
 * The layout of the file; the first field comes first. The variables are sealed whether secret or not, together with everything derived
 * from them. Every sealed text is bound to the plan's id, state and instance, because resources that the plan creates have no record yet.
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
  /** The plan as text, written by the engine. */
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

/** Saves a plan in a file. @param force overwrites an existing file */
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

/** Reads the plan in a file. @throws Failure `cli/bad-plan-file`, `state/wrong-key` */
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

/** Opens a sealed text. A text that does not open counts as changed, or as sealed for another place. */
function unsealed(path: string, open: () => string): string {
  try {
    return open()
  } catch (error) {
    if (error instanceof Failure && error.code === 'state/damaged-record') throw changed(path)
    throw error
  }
}

function changed(path: string): Failure {
  return notAPlan(path, 'it was changed after it was saved')
}

/** Returns the file's content after a check of its shape alone; values stay unchecked. */
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
