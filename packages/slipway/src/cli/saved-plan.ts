import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { parsePlan, serialisePlan, type GivenVariable, type Plan, type PlanOptions } from '@slipway/engine'
import { Failure, type Value } from '@slipway/model'
import type { Sealer } from '@slipway/stores'
import { sealerOf } from '@slipway/operations/parts/store-part'
import { mostOfDocument, readInput } from '@slipway/operations/project/read-input'
import { givenVariables } from '@slipway/operations/project/variables'
import { changeInstance } from './change-instance.ts'
import { loadForCommand } from './checked-blueprint.ts'
import type { Console } from './console.ts'
import type { BlueprintOptions } from './options.ts'
import { writePlanFile } from './plan-file.ts'
import { projectFor } from './with-engine.ts'

/** A plan with what is needed to carry it out as it is: the same variables, the same options. */
export interface SavedPlan {
  readonly plan: Plan
  readonly options: PlanOptions
  readonly variables: ReadonlyMap<string, GivenVariable>
}

/** How it lies in the file, its first field first. The variables are sealed, whichever of them are secret, and with them what the rest comes to. */
interface PlanFile {
  readonly slipway: 'saved-plan'
  readonly version: 1
  readonly options: PlanOptions
  /** {@link Sealed} as JSON, sealed. */
  readonly sealed: string
  /** Text of the engine's own making. */
  readonly plan: string
}

interface Sealed {
  readonly variables: readonly (readonly [name: string, variable: GivenVariable])[]
  readonly digest: string
}

/** `force`: whatever is there now. */
export function savePlan(
  { file, force }: { readonly file: string; readonly force: boolean },
  { plan, options, variables }: SavedPlan,
  sealer: Sealer,
  console: Console,
): void {
  const parts = { options, plan: serialisePlan(plan, sealer) }
  const sealed: Sealed = {
    variables: Array.from(variables, ([name, { value, from }]) => [name, { value, from }]),
    digest: digestOf(parts),
  }
  const content: PlanFile = {
    slipway: 'saved-plan',
    version: 1,
    sealed: sealer.seal(JSON.stringify(sealed)),
    ...parts,
  }
  writePlanFile(resolve(console.cwd, file), `${JSON.stringify(content)}\n`, force)
  console.err.write(`Saved. To carry out exactly this: slipway up --plan ${file}\n`)
}

/** `slipway up --plan FILE`: what was saved, with the variables of then, or nothing at all. */
export async function upSavedPlan(
  file: string | undefined,
  planFile: string,
  options: BlueprintOptions,
  console: Console,
): Promise<number> {
  const saved = readPlan(resolve(console.cwd, planFile), sealerOf(console.env))
  refuseOtherwise(saved, options, console)
  const { operation, instance } = saved.plan
  const project = await projectFor(console, file, { ...options, instance }, operation !== 'up')
  const request = { operation, project, options, console, saved } as const
  if (operation !== 'up' || project.blueprint === undefined) return changeInstance(request)
  const { blueprint } = await loadForCommand(project.blueprint, { var: [], varFile: [], json: true }, console)
  return changeInstance({ ...request, loaded: { blueprint, variables: saved.variables } })
}

/** A saved plan brings its own variables, targets and instance: who asks for others must not get those in silence. */
function refuseOtherwise(
  { plan, options: planned, variables }: SavedPlan,
  { instance = plan.instance, target, replace, var: flags, varFile: files }: BlueprintOptions,
  { cwd, env }: Console,
): void {
  const given = givenVariables({ flags, files, cwd, env, declared: new Set() })
  const others = [...given].filter(([name, { value }]) => written(variables.get(name)?.value) !== written(value))
  const details = [
    ...(instance === plan.instance ? [] : [`--instance ${instance}: it is for ${plan.instance}`]),
    ...others.map(([name, { from }]) => `${from}: it has another value for "${name}", or none`),
    ...otherNames('--target', target, planned.targets ?? []),
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

function readPlan(path: string, sealer: Sealer): SavedPlan {
  const file = parsed(path)
  const { plan, sealed, options = {} as PlanOptions } = file
  if (file.slipway !== 'saved-plan' || file.version !== 1 || typeof plan !== 'string' || typeof sealed !== 'string') {
    throw notAPlan(path, 'it was not written by slipway plan --out')
  }
  const { variables, digest } = JSON.parse(sealer.unseal(sealed)) as Sealed
  if (digest !== digestOf({ options, plan })) throw notAPlan(path, 'it was changed after it was made')
  return { plan: parsePlan(plan, sealer), options, variables: new Map(variables) }
}

function digestOf({ options, plan }: Pick<PlanFile, 'options' | 'plan'>): string {
  return createHash('sha256').update(JSON.stringify(options)).update(plan).digest('hex')
}

function parsed(path: string): Partial<PlanFile> {
  const text = readInput(path, { what: 'plan', most: mostOfDocument }).toString('utf8')
  try {
    return (JSON.parse(text) ?? {}) as Partial<PlanFile>
  } catch {
    throw notAPlan(path, 'it is not JSON')
  }
}

function notAPlan(path: string, why: string): Failure {
  return new Failure('cli/bad-plan-file', `${path} is no saved plan: ${why}`, {
    hint: 'make one: slipway plan --out FILE',
  })
}
