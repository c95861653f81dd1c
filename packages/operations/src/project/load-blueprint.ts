import {
  missingVariables,
  readBlueprint,
  type Blueprint,
  type GivenVariable,
  type VariableDeclaration,
} from '@slipway/engine'
import { DiagnosticsFailure } from './diagnostics-failure.ts'
import { readText } from './read-text.ts'
import { givenVariables, type VariableSources } from './variables.ts'

export interface LoadedBlueprint {
  readonly blueprint: Blueprint
  readonly variables: ReadonlyMap<string, GivenVariable>
}

export interface LoadRequest extends Omit<VariableSources, 'declared'> {
  readonly file: string
  /** Asks a person for a variable that nobody gave; absent: nobody can be asked, and checking says what is missing. */
  readonly ask?: (variable: VariableDeclaration) => Promise<string>
}

/** Reads a blueprint and collects the values of its variables. What is wrong inside it, checking tells. */
export async function loadBlueprint({ file, ask, ...sources }: LoadRequest): Promise<LoadedBlueprint> {
  const { blueprint, diagnostics } = readBlueprint(file, readText(file, { what: 'blueprint' }))
  if (blueprint === undefined) throw new DiagnosticsFailure(diagnostics)
  const variables = givenVariables({ ...sources, declared: new Set(blueprint.variables.keys()) })
  if (ask !== undefined) {
    for (const missing of missingVariables(blueprint, variables)) {
      variables.set(missing.name, { value: await ask(missing), from: 'your answer' })
    }
  }
  return { blueprint, variables }
}
