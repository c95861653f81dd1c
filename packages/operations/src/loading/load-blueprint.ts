import {
  missingVariables,
  readBlueprint,
  type Blueprint,
  type CheckedBlueprint,
  type CheckResult,
  type GivenVariable,
} from '@slipway/engine'
import type { Observer } from '../events.ts'
import type { Slipway } from '../slipway.ts'
import { DiagnosticsFailure } from '../reading/diagnostics-failure.ts'
import type { BlueprintFile } from './find-blueprint.ts'
import type { BlueprintRequest } from './blueprint-request.ts'
import type { ProjectRequest } from './project.ts'
import { readText } from '../reading/read-text.ts'
import { givenVariables, isWrittenOut } from './variables.ts'

export interface LoadedBlueprint {
  readonly blueprint: Blueprint
  readonly variables: ReadonlyMap<string, GivenVariable>
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

interface Checker {
  check(blueprint: Blueprint, variables: ReadonlyMap<string, GivenVariable>): Promise<CheckResult>
}

/** The blueprint without errors, its warnings told; fails with everything that is wrong in it. */
export async function checkedOrFail(
  engine: Checker,
  { blueprint, variables }: LoadedBlueprint,
  observe: Observer,
): Promise<CheckedBlueprint> {
  const { checked, diagnostics } = await engine.check(blueprint, variables)
  if (checked === undefined) throw new DiagnosticsFailure(diagnostics)
  if (diagnostics.length > 0) observe({ type: 'warnings', diagnostics })
  return checked
}
