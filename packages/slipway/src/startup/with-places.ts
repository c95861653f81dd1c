import { relative } from 'node:path'
import { PluginFailure } from '@slipway/model'
import { placeInStack } from '@slipway/operations/stack-files/place-in-stack'
import { CallError, type DefinedProvider } from '@slipway/sdk'

/** Returns the provider with failures that say where the user's own code threw, unless the code gave a hint itself. */
export function withPlaces(provider: DefinedProvider): DefinedProvider {
  return new Proxy(provider, {
    get: (target, name) => {
      const found: unknown = Reflect.get(target, name, target)
      if (typeof found !== 'function') return found
      return (...args: readonly unknown[]): unknown => {
        const answer: unknown = Reflect.apply(found, target, args)
        return answer instanceof Promise ? answer.catch((thrown: unknown) => Promise.reject(withPlace(thrown))) : answer
      }
    },
  })
}

function withPlace(thrown: unknown): unknown {
  if (!(thrown instanceof PluginFailure) || thrown.hint !== undefined) return thrown
  const { cause } = thrown
  if (!(cause instanceof Error) || cause instanceof CallError) return thrown
  const place = placeInStack(cause.stack ?? '')
  if (place === undefined) return thrown
  const { file, line, column } = place
  const hint = `thrown at ${relative(process.cwd(), file)}:${line}:${column}; slipway logs shows the whole error`
  return thrown.reworded({ hint })
}
