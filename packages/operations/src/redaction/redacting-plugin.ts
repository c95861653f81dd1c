import { PluginFailure, type Provider } from '@slipway/model'

/** Wraps a provider to redact its errors. Plugins often quote their inputs, and errors are shown and recorded. */
export function redactingProvider(inner: Provider, redact: (text: string) => string): Provider {
  const links = inner.links && redactingPlugin(inner.links, redact)
  return redactingPlugin(inner, redact, links === undefined ? {} : { links })
}

/**
 * Like `redactingProvider`, for any object of a plugin.
 *
 * @param own members that already redact
 */
export function redactingPlugin<T extends object>(inner: T, redact: (text: string) => string, own: Partial<T> = {}): T {
  return new Proxy(inner, {
    get: (_, name) => {
      const member: unknown = Reflect.get(Object.hasOwn(own, name) ? own : inner, name)
      if (typeof member !== 'function') return member
      return async (...given: readonly unknown[]): Promise<unknown> => {
        try {
          return await Reflect.apply(member, inner, given)
        } catch (thrown) {
          throw thrown instanceof PluginFailure ? clean(thrown, redact) : thrown
        }
      }
    },
  })
}

function clean(failure: PluginFailure, redact: (text: string) => string): PluginFailure {
  const { message, hint, details, reasons } = failure
  return failure.reworded({
    message: redact(message),
    reasons: reasons.map(redact),
    details: details.map(redact),
    ...(hint === undefined ? {} : { hint: redact(hint) }),
  })
}
