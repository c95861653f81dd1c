import { resolve } from 'node:path'
import type { GivenVariable } from '@slipway/engine'
import { Failure } from '@slipway/model'
import { sealerOf } from '../settings/sealer.ts'
import { ignore, type Observer } from '../events.ts'
import { loadAgain } from '../loading/load-blueprint.ts'
import { refuseChild } from '../project/child.ts'
import { findProject, inlineProject, openProgram, openProject, openStack, type Project } from '../project/project.ts'
import { givenVariables } from '../project/variables.ts'
import { InlineSource } from '../programs/inline-source.ts'
import type { ProgramSource } from '../programs/program-source.ts'
import { StackSource } from '../programs/stack-source.ts'
import type { Slipway } from '../slipway.ts'
import { throwing } from './run-failed.ts'
import { changeInstance } from './change-instance.ts'
import type { ChangeResult, InlineUpRequest, UpRequest } from './change-request.ts'
import { readPlan, type SavedPlan } from './saved-plan/saved-plan-content.ts'

/**
 * Reads a plan saved by `plan`. Reads neither state nor blueprint, so the plan may be stale.
 *
 * @throws Failure `cli/bad-plan-file`, `state/wrong-key`
 */
export function savedPlan(slipway: Slipway, file: string): Promise<SavedPlan> {
  return readPlan(resolve(slipway.cwd, file), sealerOf(slipway.env))
}

/** The request for a saved plan. For the plan of a function it must contain that function again. */
export type SavedUpRequest = Omit<UpRequest, 'approve'> & Partial<Pick<InlineUpRequest, 'program'>>

/** Carries out a saved plan with its own variables, or does nothing. Saving it was the approval. */
export function upSaved(
  slipway: Slipway,
  planFile: string,
  request: SavedUpRequest,
  observe = ignore,
): Promise<ChangeResult> {
  return throwing(request, upSaved, async () => {
    const saved = await readPlan(resolve(slipway.cwd, planFile), sealerOf(slipway.env))
    refuseOtherwise(saved, request, slipway)
    const { operation, instance } = saved.plan
    const meant = { ...request, instance }
    if (saved.asks !== undefined) return await upProgramSaved(slipway, saved, meant, observe)
    if (request.program !== undefined) throw otherKind(planFile, 'is not of a program: it is carried out without one')
    const found = await (operation === 'up' ? openProject : findProject)(slipway, meant, 'runs')
    const project = { ...found, isInstanceGiven: request.instance !== undefined }
    refuseChild(project)
    const change = { operation, project, wish: request, observe, saved }
    if (operation !== 'up' || project.blueprint === undefined) return changeInstance(slipway, change)
    const { blueprint } = project
    const loaded = await loadAgain(slipway, { ...project, blueprint }, saved.variables)
    return changeInstance(slipway, { ...change, loaded })
  })
}

/** Runs the program again, but ends it before any change that the plan does not show. */
async function upProgramSaved(
  slipway: Slipway,
  saved: SavedPlan,
  request: SavedUpRequest & { readonly instance: string },
  observe: Observer,
): Promise<ChangeResult> {
  const { targets = [], exclude = [], replace = [] } = saved.options
  const wish = { ...request, targets, exclude, replace }
  const change = (project: Project, program: ProgramSource, more = {}): Promise<ChangeResult> =>
    changeInstance(slipway, { operation: 'up', project, program, wish: { ...wish, ...more }, observe, saved })
  if (request.program !== undefined) {
    const project = await inlineProject(slipway, request)
    return await change(project, new InlineSource(request.program, project.instance))
  }
  const program = await openProgram(slipway, request)
  if (program !== undefined) {
    const refresh = request.refresh === true || program.program.described.isRefreshed
    return await change(program, new StackSource(program, request), { refresh })
  }
  const stack = await openStack(slipway, request)
  if (stack === undefined) throw otherKind(saved.plan.instance, 'is a function: pass it, as in up({ program, plan })')
  const { withStackFile } = await import('../programs/stack-file-source.ts')
  return await withStackFile(slipway, { project: stack, request, observe, known: saved.variables }, (source) =>
    change(stack, source),
  )
}

function otherKind(what: string, why: string): Failure {
  return new Failure('cli/other-plan', `the saved plan is for something else: ${what} ${why}`)
}

/** Refuses variables, targets or an instance that differ from the saved plan, rather than silently ignoring them. */
function refuseOtherwise(
  { plan, options: planned, variables }: SavedPlan,
  request: Omit<UpRequest, 'approve'>,
  { cwd, env }: Slipway,
): void {
  const { instance = plan.instance, targets = [], exclude = [], replace = [] } = request
  const given = givenVariables({ ...request, cwd, env, declared: new Set() })
  const others = [...given].filter(([name, one]) => written(variables.get(name)) !== written(one))
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

/** Returns a comparable text: `8` from a flag equals 8 from a file. */
function written(given: GivenVariable | undefined): string | undefined {
  const { value, text = value } = given ?? {}
  return typeof text === 'string' ? text : JSON.stringify(text)
}

function otherNames(flag: string, given: readonly string[], planned: readonly string[]): readonly string[] {
  const differs = given.length > 0 && new Set(given).symmetricDifference(new Set(planned)).size > 0
  return differs ? [`${flag} ${given.join(', ')}: it was made with ${planned.join(', ') || 'none'}`] : []
}
