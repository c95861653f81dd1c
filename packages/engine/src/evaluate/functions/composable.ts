import { FunctionValue } from './argument.ts'
import type { PlainFunction } from './core-function.ts'

/** The form of a function that is given all arguments but the first, and waits for that: `split_g(",")` for `split`. */
export function composable(base: PlainFunction): PlainFunction {
  const name = `${base.name}_g`
  return {
    name,
    summary: `A function that calls \`${base.name}\` with its argument and these.`,
    parameters: base.parameters.slice(1),
    returns: 'function',
    call: (args) =>
      new FunctionValue(`${name}(…)`, 1, ([item = null], caller) => caller.call(base.name, [item, ...args])),
  }
}
