import {
  answerProblem,
  loadChildren,
  missingVariables,
  readBlueprint,
  type Blueprint,
  type CheckedBlueprint,
  type CheckResult,
  type GivenVariable,
  Unchecked,
  type VariableDeclaration,
  withVariableOptions,
} from '@slipway/engine'
import { namespaceOf, DiagnosticsFailure } from '@slipway/model'
import type { Observer } from '../events.ts'
import type { Slipway } from '../slipway.ts'
import type { BlueprintFile } from '../project/find-blueprint.ts'
import type { BlueprintRequest } from '../project/blueprint-request.ts'
import type { Project, ProjectRequest } from '../project/project.ts'
import { blueprintText } from './blueprint-text.ts'
import { givenVariables, isWrittenOut } from '../project/variables.ts'

export interface LoadedBlueprint {
  readonly blueprint: Blueprint
  readonly variables: ReadonlyMap<string, GivenVariable>
}

type LoadableProject = Pick<Project, 'settings' | 'folders' | 'files' | 'trust'> & { readonly blueprint: BlueprintFile }

/** Reads a blueprint and what it includes, and collects the values of its variables. What is wrong inside it, checking tells. */
export async function loadBlueprint(
  slipway: Slipway,
  project: LoadableProject,
  request: Omit<BlueprintRequest, keyof ProjectRequest> & { readonly text?: string },
  observe: Observer,
  unchecked?: Unchecked,
): Promise<LoadedBlueprint> {
  const { env, cwd } = slipway
  const blueprint = readRoot(project, request.text)
  const variables = givenVariables({ ...request, env, cwd, declared: new Set(blueprint.variables.keys()) })
  if (request.ask !== undefined) {
    const missing = missingVariables(blueprint, variables)
    for (const declared of await offered(missing, slipway, project, observe)) {
      const value = await request.ask(declared, (answer) => answerProblem(declared, answer))
      variables.set(declared.name, { value, from: 'your answer' })
    }
  }
  for (const { name, secret } of blueprint.variables.values())
    if (secret && isWrittenOut(name, variables.get(name), request)) observe({ type: 'secret-written-out', name })
  return { blueprint: await joined(slipway, project, blueprint, variables, unchecked), variables }
}

/** With what the providers of their types offer, so that a person can choose. */
async function offered(
  missing: readonly VariableDeclaration[],
  slipway: Slipway,
  project: LoadableProject,
  observe: Observer,
): Promise<readonly VariableDeclaration[]> {
  if (missing.every(({ custom }) => custom === undefined)) return missing
  const { lookWithEngine } = await import('../with-engine.ts')
  return lookWithEngine(slipway, project, observe, ({ catalog }) =>
    Promise.all(
      missing.map(async (declared) => {
        const { value: type } = declared.custom ?? {}
        if (type === undefined) return declared
        const wanted = { resourceTypes: [], dataSourceTypes: [], functions: [], variableTypes: [type] }
        const definition = await catalog.define(namespaceOf(type), wanted)
        return withVariableOptions(declared, definition?.variableTypes?.[type])
      }),
    ),
  )
}

/** As `loadBlueprint`, with variables that are known already. */
export async function loadAgain(
  slipway: Slipway,
  project: LoadableProject,
  variables: ReadonlyMap<string, GivenVariable>,
): Promise<LoadedBlueprint> {
  return { blueprint: await joined(slipway, project, readRoot(project), variables), variables }
}

export function readRoot(project: LoadableProject, text = blueprintText(project)): Blueprint {
  const { blueprint, diagnostics } = readBlueprint(project.blueprint.file, text)
  if (blueprint === undefined) throw new DiagnosticsFailure(diagnostics)
  return blueprint
}

/** With what it includes, as far as that is known without values that nobody has given: for what is looked up before a command has any. */
export async function readWithChildren(slipway: Slipway, project: LoadableProject): Promise<Blueprint> {
  const blueprint = readRoot(project)
  if (blueprint.includes.size === 0) return blueprint
  const { env, cwd } = slipway
  const variables = givenVariables({ env, cwd, declared: new Set(blueprint.variables.keys()) })
  return await joined(slipway, project, blueprint, variables, new Unchecked())
}

/** With the blueprints that it includes. */
async function joined(
  slipway: Slipway,
  { blueprint: { directory }, settings, files, trust }: LoadableProject,
  blueprint: Blueprint,
  variables: ReadonlyMap<string, GivenVariable>,
  unchecked?: Unchecked,
): Promise<Blueprint> {
  if (blueprint.includes.size === 0) return blueprint
  const { childSources } = await import('./child-sources.ts')
  const depth = settings.number('include', 'depth')
  const sources = childSources(slipway, { folder: directory, depth, files, trust })
  return loadChildren(blueprint, variables, sources, unchecked)
}

interface Checker {
  check(
    blueprint: Blueprint,
    variables: ReadonlyMap<string, GivenVariable>,
    told: { readonly events: Observer },
  ): Promise<CheckResult>
}

/** The blueprint without errors, its warnings told; fails with everything that is wrong in it. */
export async function checkedOrFail(
  engine: Checker,
  { blueprint, variables }: LoadedBlueprint,
  observe: Observer,
): Promise<CheckedBlueprint> {
  const { checked, diagnostics } = await engine.check(blueprint, variables, { events: observe })
  if (checked === undefined) throw new DiagnosticsFailure(diagnostics)
  if (diagnostics.length > 0) observe({ type: 'warnings', diagnostics })
  return checked
}
