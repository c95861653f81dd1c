import type { Provider, RetryPolicy } from '@slipway/model'

/** Makes a call, and repeats it as the engine would. */
export type Retry = <T>(call: () => Promise<T>) => Promise<T>

/** How the engine repeats calls of a provider with this policy; `undefined`: the provider has no policy of its own. */
export type RetryOf = (policy: RetryPolicy | undefined) => Retry

/** The methods whose calls the engine repeats (`ProviderCalls` and `LinkCalls` of the engine). */
const repeated: ReadonlySet<string | symbol> = new Set([
  'deploy',
  'hasStabilised',
  'externalState',
  'destroy',
  'fetch',
  'updateResource',
  'updateIntermediaries',
])

/** The provider as the engine calls it: calls that fail with TRANSIENT are repeated. */
export function patientProvider(provider: Provider, retry: Retry): Provider {
  return patient(provider, retry)
}

function patient<T extends object>(target: T, retry: Retry): T {
  return new Proxy(target, {
    get(_, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (name === 'links' && typeof value === 'object' && value !== null) return patient(value, retry)
      if (typeof value !== 'function') return value
      const call = value.bind(target) as (...given: readonly unknown[]) => Promise<unknown>
      return repeated.has(name) ? (...given: readonly unknown[]) => retry(() => call(...given)) : call
    },
  })
}
