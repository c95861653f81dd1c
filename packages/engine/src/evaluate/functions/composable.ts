import { FunctionValue } from './argument.ts'
import type { PlainFunction } from './core-function.ts'

/** The `_g` form of a function. It takes all arguments except the first, and returns a function of the first argument: `split_g(",")` for `split`. */
export function composable(base: PlainFunction): PlainFunction {
  const name = `${base.name}_g`
  return {
    name,
    summary: `Returns a function of one argument. It calls \`${base.name}\` with that argument, followed by the arguments given here.`,
    parameters: base.parameters.slice(1),
    returns: 'function',
    call: (args) =>
      new FunctionValue(`${name}(…)`, 1, ([item = null], caller) => caller.call(base.name, [item, ...args])),
  }
}
