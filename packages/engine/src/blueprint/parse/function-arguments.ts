import type { CallArgument } from '../expression.ts'
import { parameterAt } from '../functions/core-function.ts'
import { coreFunctions } from '../functions/table.ts'

/**
 * The arguments of a call, with bare names as functions where the function takes functions: a name without a prefix is
 * that of a resource anywhere else, and there a resource would make no sense.
 */
export function withFunctions(name: string, args: readonly CallArgument[]): readonly CallArgument[] {
  const called = coreFunctions.get(name)
  if (called === undefined) return args
  return args.map((argument, index) => {
    const { value } = argument
    const isBare = value.kind === 'reference' && value.to === 'resource' && value.path.length === 0
    if (!isBare || parameterAt(called, index)?.type !== 'function') return argument
    return { ...argument, value: { kind: 'function', name: value.name, origin: value.origin } }
  })
}
