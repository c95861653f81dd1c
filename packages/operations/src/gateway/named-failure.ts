import type { PluginFailure } from '@slipway/model'

/** How the words begin of a failure that says already whose it is, or of a ring, which names everybody in it. */
const named = /^(?:\S+ \(\S+\): |plugins call each other )/

/**
 * The failure of another plugin in the words of who has asked it. Once is enough, however far it has come: what counts is where
 * it began.
 */
export function namedFailure(failure: PluginFailure, subject: string): PluginFailure {
  const say = (text: string): string => (named.test(text) ? text : `${subject} (${failure.pluginId}): ${text}`)
  return failure.reworded({ message: say(failure.message), reasons: failure.reasons.map(say) })
}
