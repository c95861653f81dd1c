import type { PluginFailure } from '@slipway/model'

/** Matches a failure that already names its plugin, or a cycle of calls, which names all its plugins. */
const named = /^(?:\S+ \(\S+\): |plugins call each other )/

/**
 * Returns the failure of another plugin, with the name of the resource and the plugin. The names are added only once, however many plugins pass the
 * failure on, because its origin matters.
 */
export function namedFailure(failure: PluginFailure, subject: string): PluginFailure {
  const say = (text: string): string => (named.test(text) ? text : `${subject} (${failure.pluginId}): ${text}`)
  return failure.reworded({ message: say(failure.message), reasons: failure.reasons.map(say) })
}
