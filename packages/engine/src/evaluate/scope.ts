import { type FunctionDefinition, Unknown, type Value } from '@slipway/model'
import type { Budget } from '../language/budget.ts'
import type { Origin, PathStep } from '../language/expression.ts'

/** Gives the names in an expression their present values. All names have been checked, so that each is declared. */
export interface Scope {
  /** The budget for all evaluations in this scope, and in scopes made from it. */
  readonly budget: Budget
  /** The value of a variable. `path` is the part of it that is read. */
  variable(name: string, path: readonly PathStep[]): Value
  /** The value of a declared name. `from` is the scope that asks: it supplies everything that the value itself needs. */
  value(name: string, from: Scope): Value
  /** A resource as a map with `spec` and `metadata`. If the resource does not exist yet, it is unknown or contains unknowns. */
  resource(name: string): Value
  /** A data source as a map of the exported fields; unknown before it has been read. */
  dataSource(name: string): Value
  /** The value of a parameter of the short function whose body is evaluated. */
  parameter?(name: string): Value
  /** The data of the link between two resources; `undefined` until it is made. */
  link?(a: string, b: string): Value | undefined
  /** The definition of a provider's function. */
  function?(name: string): FunctionDefinition | undefined
  /** The result of a function of a provider, called at `origin`; `undefined` while there is no answer. */
  call?(name: string, args: readonly Value[], origin: Origin): Value | undefined
}

/** A scope without declarations, in which every reference is unknown. */
export const nothingDeclared: Pick<Scope, 'variable' | 'value' | 'resource' | 'dataSource'> = {
  variable: (name) => new Unknown(name),
  value: (name) => new Unknown(name),
  resource: (name) => new Unknown(name),
  dataSource: (name) => new Unknown(name),
}
