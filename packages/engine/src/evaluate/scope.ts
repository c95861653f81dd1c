import { type FunctionDefinition, Unknown, type Value } from '@slipway/model'
import type { Budget } from '../language/budget.ts'
import type { Origin } from '../language/expression.ts'

/** Gives the names in an expression their present values. Names have been checked: every one is declared. */
export interface Scope {
  /** Shared by everything that is worked out in this scope and in those made of it. */
  readonly budget: Budget
  variable(name: string): Value
  /** `from` is the scope that asks: what the value itself needs comes from there. */
  value(name: string, from: Scope): Value
  /** A map with `spec` and `metadata`; unknown, or with unknowns in it, for what is not there yet. */
  resource(name: string): Value
  /** A map of the exported fields; unknown before it has been read. */
  dataSource(name: string): Value
  /** The data of the link between two resources; `undefined` until it is made. */
  link?(a: string, b: string): Value | undefined
  /** The definition of a provider's function. */
  function?(name: string): FunctionDefinition | undefined
  /** A function of a provider, called at `origin`; `undefined` while there is no answer. */
  call?(name: string, args: readonly Value[], origin: Origin): Value | undefined
}

/** There is nothing to refer to; what refers to something all the same is not known. */
export const nothingDeclared: Pick<Scope, 'variable' | 'value' | 'resource' | 'dataSource'> = {
  variable: (name) => new Unknown(name),
  value: (name) => new Unknown(name),
  resource: (name) => new Unknown(name),
  dataSource: (name) => new Unknown(name),
}
