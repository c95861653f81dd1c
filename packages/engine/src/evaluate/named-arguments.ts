import type { FunctionDefinition } from '@slipway/model'
import type { CallArgument } from '../language/expression.ts'

/** True where the names of arguments are part of the result, as those of `object`. */
function keepsNames(definition: FunctionDefinition): boolean {
  return 'named' in definition && definition.named === true
}

/** The arguments in the order of the parameters, where any have names: those without come first, in their order. */
export function inPlace(
  args: readonly CallArgument[],
  definition: FunctionDefinition | undefined,
): readonly CallArgument[] {
  if (definition === undefined || keepsNames(definition) || args.every(({ name }) => name === undefined)) return args
  const places: CallArgument[] = args.filter(({ name }) => name === undefined)
  for (const argument of args) {
    const at = definition.parameters.findIndex(({ name }) => name === argument.name)
    if (at !== -1) places[at] = { value: argument.value }
  }
  return Array.from(places, (argument) => argument ?? none)
}

/** For a parameter that may be left out, and comes before one that is named. */
const none: CallArgument = { value: { kind: 'literal', value: null, origin: { start: 0, end: 0 } } }

/** What is wrong with the names of arguments, to be read after the function's name; `undefined`: nothing. */
export function namesProblem(args: readonly CallArgument[], definition: FunctionDefinition): string | undefined {
  if (keepsNames(definition)) {
    return args.some(({ name }) => name === undefined) ? 'needs a name for each of its arguments' : undefined
  }
  const taken = new Set(definition.parameters.slice(0, args.filter(({ name }) => name === undefined).length))
  for (const { name } of args) {
    if (name === undefined) continue
    const parameter = definition.parameters.find((one) => one.name === name && one.variadic !== true)
    if (parameter === undefined) return `has no parameter "${name}"`
    if (taken.has(parameter)) return `is given "${name}" twice`
    taken.add(parameter)
  }
  return undefined
}
