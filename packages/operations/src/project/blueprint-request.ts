import type { VariableDeclaration } from '@slipway/engine'
import type { ProjectRequest } from './project.ts'
import type { VariablesRequest } from './variables.ts'

/** A blueprint, and values for its variables. */
export interface BlueprintRequest extends ProjectRequest, VariablesRequest {
  /** Asks a person for a variable that nobody gave; absent: nobody can be asked, and checking says what is missing. */
  readonly ask?: (variable: VariableDeclaration, check: CheckAnswer) => Promise<string>
}

/** Why the variable cannot have this value; `undefined`: it can. The user can then be asked again. */
type CheckAnswer = (answer: string) => string | undefined | Promise<string | undefined>
