import type { VariableDeclaration } from '@slipway/engine'
import type { ProjectRequest } from './project.ts'
import type { VariablesRequest } from './variables.ts'

/** A blueprint, and values for its variables. */
export interface BlueprintRequest extends ProjectRequest, VariablesRequest {
  /** Asks the user for a missing variable. Absent: no user can be asked, and the check reports missing variables. */
  readonly ask?: (variable: VariableDeclaration, check: CheckAnswer) => Promise<string>
}

/** Returns the reason why the variable cannot have this value, so that the caller can ask again; `undefined` if it can. */
type CheckAnswer = (answer: string) => string | undefined | Promise<string | undefined>
