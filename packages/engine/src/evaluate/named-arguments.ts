import type { FunctionDefinition } from '@slipway/model'
import type { CallArgument } from '../language/expression.ts'

/** True when the names of arguments are part of the result, as for `object`. */
export function keepsNames(definition: FunctionDefinition): boolean {
  return 'named' in definition && definition.named === true
}

/**
 * The arguments in the order of the parameters, if any arguments have names. Arguments without a name come first, in their order. If one name
 * belongs to no parameter, no name counts, because names only have a meaning for `object` in the specification.
 */
export function inPlace(
  args: readonly CallArgument[],
  definition: FunctionDefinition | undefined,
): readonly CallArgument[] {
  if (definition === undefined || keepsNames(definition) || args.every(({ name }) => name === undefined)) return args
  if (misleadingName(args, definition) !== undefined) return args.map(({ value }) => ({ value }))
  const places: CallArgument[] = args.filter(({ name }) => name === undefined)
  for (const argument of args) {
    const at = definition.parameters.findIndex(({ name }) => name === argument.name)
    if (at !== -1) places[at] = { value: argument.value }
  }
  return Array.from(places, (argument) => argument ?? none)
}

/** The value of an optional parameter that was left out before a named one. */
const none: CallArgument = { value: { kind: 'literal', value: null, origin: { start: 0, end: 0 } } }

/** True when a function needs names for its arguments, and some have none. */
export function lacksNames(args: readonly CallArgument[], definition: FunctionDefinition): boolean {
  return keepsNames(definition) && args.some(({ name }) => name === undefined)
}

/** The first name that belongs to no parameter, or to a parameter that already has its argument; `undefined` if all names count. */
export function misleadingName(args: readonly CallArgument[], definition: FunctionDefinition): string | undefined {
  if (keepsNames(definition)) return undefined
  const taken = new Set(definition.parameters.slice(0, args.filter(({ name }) => name === undefined).length))
  for (const { name } of args) {
    if (name === undefined) continue
    const parameter = definition.parameters.find((one) => one.name === name && one.variadic !== true)
    if (parameter === undefined || taken.has(parameter)) return name
    taken.add(parameter)
  }
  return undefined
}
