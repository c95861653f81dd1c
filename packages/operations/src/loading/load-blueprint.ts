import {
  answerProblem,
  hasSecretInside,
  missingVariables,
  type Blueprint,
  type CheckedBlueprint,
  type CheckResult,
  type GivenVariable,
  type Unchecked,
  type VariableDeclaration,
  withVariableOptions,
} from '@slipway/engine'
import { namespaceOf, DiagnosticsFailure } from '@slipway/model'
import type { Observer } from '../events.ts'
import type { Slipway } from '../slipway.ts'
import type { BlueprintRequest } from '../project/blueprint-request.ts'
import type { ProjectRequest } from '../project/project.ts'
import { givenVariables, isWrittenOut, ownVariables } from '../project/variables.ts'
import { joined, type LoadableProject, namesOf, readRoot } from './read-blueprint.ts'

export interface LoadedBlueprint {
  readonly blueprint: Blueprint
  readonly variables: ReadonlyMap<string, GivenVariable>
}

interface Loading {
  readonly text?: string
  /** Adds something to the blueprint before its children are joined to it. */
  readonly extended?: (blueprint: Blueprint) => Blueprint
}

/** Reads a blueprint and its includes, and collects the values of its variables. The later check reports the problems inside the blueprint. */
export async function loadBlueprint(
  slipway: Slipway,
  project: LoadableProject,
  request: Omit<BlueprintRequest, keyof ProjectRequest> & Loading,
  observe: Observer,
  unchecked?: Unchecked,
): Promise<LoadedBlueprint> {
  const { env, cwd } = slipway
  const { extended = (one) => one } = request
  const blueprint = extended(readRoot(project, request.text))
  const own = ownVariables(project, unchecked !== undefined)
  const onMissing = (message: string): void => observe({ type: 'notice', message })
  const variables = givenVariables({ ...request, env, cwd, ...namesOf(blueprint), own, onMissing })
  if (request.ask !== undefined) {
    const missing = missingVariables(blueprint, variables)
    for (const declared of await offered(missing, slipway, project, observe)) {
      const value = await request.ask(declared, (answer) => answerProblem(declared, answer))
      variables.set(declared.name, { value, from: 'your answer' })
    }
  }
  for (const { name, secret, shape } of blueprint.variables.values())
    if ((secret || hasSecretInside(shape)) && isWrittenOut(name, variables.get(name), request))
      observe({ type: 'secret-written-out', name })
  return { blueprint: await joined(slipway, project, blueprint, variables, unchecked), variables }
}

/** Returns the missing variables with the choices that the providers of their types offer. */
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

/** Does the same as `loadBlueprint`, with known variables. */
export async function loadAgain(
  slipway: Slipway,
  project: LoadableProject,
  variables: ReadonlyMap<string, GivenVariable>,
): Promise<LoadedBlueprint> {
  return { blueprint: await joined(slipway, project, readRoot(project), variables), variables }
}

interface Checker {
  check(
    blueprint: Blueprint,
    variables: ReadonlyMap<string, GivenVariable>,
    told: { readonly events: Observer },
  ): Promise<CheckResult>
}

/** Checks a blueprint and reports its warnings. Fails with all its errors. */
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
