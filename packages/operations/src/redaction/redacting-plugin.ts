import { PluginFailure } from '@slipway/model'

/** A provider or a transformer whose errors hold no secret: plugins like to quote what they were given, and errors are shown and recorded. */
export function redactingPlugin<Plugin extends object>(inner: Plugin, redact: (text: string) => string): Plugin {
  return new Proxy(inner, {
    get: (_, name) => {
      const member: unknown = Reflect.get(inner, name)
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
