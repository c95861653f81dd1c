import { Unknown, type FunctionDefinition, type Value } from '@slipway/model'
import type { Expression, Origin, PathStep } from '../language/expression.ts'
import { FunctionProblem, FunctionValue, marked, stored } from './functions/argument.ts'
import type { Argument } from './functions/argument.ts'
import type { Scope } from './scope.ts'

/** The measured cost of a call without its body, in steps. */
const callSteps = 4

type LambdaExpression = Extract<Expression, { kind: 'lambda' }>

/** A short function as an argument of another function. Its body sees its surroundings and its own parameters. */
export function shortFunction(
  { parameters, body }: LambdaExpression,
  scope: Scope,
  evaluate: (expression: Expression, scope: Scope) => Argument,
): FunctionValue {
  const name = nameOf(parameters)
  return new FunctionValue(name, parameters.length, (args, caller) => {
    if (args.length < parameters.length) {
      const message = `${name} takes ${parameters.length} values, but gets ${args.length} here`
      throw new FunctionProblem(message)
    }
    scope.budget.takeSteps(callSteps)
    const given = caller.isSecret ? args.map((argument) => marked(argument)) : args
    const values = new Map(parameters.map((parameter, index) => [parameter, stored(given[index] ?? null)]))
    return evaluate(body, new ScopeOfParameters(scope, values))
  })
}

function nameOf(parameters: readonly string[]): string {
  const [only] = parameters
  return `${parameters.length === 1 && only !== undefined ? only : `(${parameters.join(', ')})`} => …`
}

/** A scope with the parameters of a short function. */
export class ScopeOfParameters implements Scope {
  readonly budget
  readonly #around: Scope
  readonly #values: ReadonlyMap<string, Value>

  constructor(around: Scope, values: ReadonlyMap<string, Value>) {
    this.budget = around.budget
    this.#around = around
    this.#values = values
  }

  parameter(name: string): Value {
    const value = this.#values.get(name)
    return value === undefined ? (this.#around.parameter?.(name) ?? new Unknown(name)) : value
  }

  variable(name: string, path: readonly PathStep[]): Value {
    return this.#around.variable(name, path)
  }

  value(name: string, from: Scope): Value {
    // A value is evaluated as it would be outside the function.
    return this.#around.value(name, from === this ? this.#around : from)
  }

  resource(name: string): Value {
    return this.#around.resource(name)
  }

  dataSource(name: string): Value {
    return this.#around.dataSource(name)
  }

  link(a: string, b: string): Value | undefined {
    return this.#around.link?.(a, b)
  }

  function(name: string): FunctionDefinition | undefined {
    return this.#around.function?.(name)
  }

  call(name: string, args: readonly Value[], origin: Origin): Value | undefined {
    return this.#around.call?.(name, args, origin)
  }
}
