import type { CallArgument } from '../expression.ts'

/** The arguments of a function that are functions: the argument at this index, or all. A test compares this list with the table. */
export const functionPositions: ReadonlyMap<string, number | 'all'> = new Map<string, number | 'all'>([
  ['map', 1],
  ['filter', 1],
  ['flatmap', 1],
  ['reduce', 1],
  ['sort', 1],
  ['compose', 'all'],
  ['pipe', 'all'],
])

/**
 * The arguments of a call. If the function takes functions, bare names are functions. Elsewhere, a name without a prefix is the name of a resource,
 * which would make no sense here.
 */
export function withFunctions(name: string, args: readonly CallArgument[]): readonly CallArgument[] {
  const position = functionPositions.get(name)
  if (position === undefined) return args
  return args.map((argument, index) => {
    const { value } = argument
    const isBare = value.kind === 'reference' && value.to === 'resource' && value.path.length === 0
    if (!isBare || (position !== 'all' && position !== index)) return argument
    return { ...argument, value: { kind: 'function', name: value.name, origin: value.origin } }
  })
}
