import {
  missingVariables,
  readBlueprint,
  type Blueprint,
  type CheckedBlueprint,
  type GivenVariable,
  type VariableDeclaration,
} from '@slipway/engine'
import type { Observer } from '../events.ts'
import type { EnginePart } from '../parts/engine-part.ts'
import type { Slipway } from '../slipway.ts'
import { DiagnosticsFailure } from './diagnostics-failure.ts'
import type { BlueprintFile } from './find-blueprint.ts'
import type { ProjectRequest } from './project.ts'
import { readText } from './read-text.ts'
import { givenVariables, isWrittenOut, type VariablesRequest } from './variables.ts'

export interface LoadedBlueprint {
  readonly blueprint: Blueprint
  readonly variables: ReadonlyMap<string, GivenVariable>
}

/** A blueprint, and values for its variables. */
export interface BlueprintRequest extends ProjectRequest, VariablesRequest {
  /** Asks a person for a variable that nobody gave; absent: nobody can be asked, and checking says what is missing. */
  readonly ask?: (variable: VariableDeclaration) => Promise<string>
}

/** Reads a blueprint and collects the values of its variables. What is wrong inside it, checking tells. */
export async function loadBlueprint(
  { env, cwd }: Slipway,
  { file }: BlueprintFile,
  request: Omit<BlueprintRequest, keyof ProjectRequest>,
  observe: Observer,
): Promise<LoadedBlueprint> {
  const { blueprint, diagnostics } = readBlueprint(file, readText(file, { what: 'blueprint' }))
  if (blueprint === undefined) throw new DiagnosticsFailure(diagnostics)
  const variables = givenVariables({ ...request, env, cwd, declared: new Set(blueprint.variables.keys()) })
  if (request.ask !== undefined) {
    for (const missing of missingVariables(blueprint, variables)) {
      variables.set(missing.name, { value: await request.ask(missing), from: 'your answer' })
    }
  }
  for (const { name, secret } of blueprint.variables.values())
    if (secret && isWrittenOut(name, variables.get(name), request)) observe({ type: 'secret-written-out', name })
  return { blueprint, variables }
}

/** The blueprint without errors, its warnings told; fails with everything that is wrong in it. */
export async function checkedOrFail(
  engine: EnginePart,
  { blueprint, variables }: LoadedBlueprint,
  observe: Observer,
): Promise<CheckedBlueprint> {
  const { checked, diagnostics } = await engine.check(blueprint, variables)
  if (checked === undefined) throw new DiagnosticsFailure(diagnostics)
  if (diagnostics.length > 0) observe({ type: 'warnings', diagnostics })
  return checked
}
