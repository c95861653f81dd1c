import type { FunctionDefinition } from '@slipway/model'
import type { CallArgument } from '../language/expression.ts'

/** True where the names of arguments are part of the result, as those of `object`. */
function keepsNames(definition: FunctionDefinition): boolean {
  return 'named' in definition && definition.named === true
}

/**
 * The arguments in the order of the parameters, where any have names: those without come first, in their order. As soon as one name is
 * that of no parameter, none of them counts: the specification has names mean something for `object` alone.
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

/** For a parameter that may be left out, and comes before one that is named. */
const none: CallArgument = { value: { kind: 'literal', value: null, origin: { start: 0, end: 0 } } }

/** True when a function needs names, and is not given all of them. */
export function lacksNames(args: readonly CallArgument[], definition: FunctionDefinition): boolean {
  return keepsNames(definition) && args.some(({ name }) => name === undefined)
}

/** The first name that is that of no parameter, or of one that has its argument already; `undefined` when all names count. */
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
