import { type Failure, PluginFailure } from '@slipway/model'

/** The limits of docs/reference/wire.md for the reasons of a plugin when they arrive, and for recorded reasons. */
const longestReason = 16_384
const mostReasons = 100

/** The reasons of a failure in the recorded form: the plugin's reasons, or else the message; bounded. */
export function failureReasons(failure: Failure): readonly string[] {
  return boundedReasons(failure instanceof PluginFailure ? failure.reasons : [failure.message])
}

/**
 * The reasons of a failure that is reported for something else, such as the step that needs the answer. The first reason is the failure's message.
 */
export function reasonsOfNeeded(failure: PluginFailure): readonly string[] {
  const { message } = failure
  return [message, ...failureReasons(failure).filter((reason) => !message.includes(reason))]
}

/** Reasons in the recorded form, without duplicates. Their number and length have the same limits as the reasons of a plugin. */
export function boundedReasons(given: readonly string[]): readonly string[] {
  const reasons = [...new Set(given)]
  // A list that was already cut has one more line, which says that it was cut.
  if (reasons.length <= mostReasons + 1) return reasons.map(shortened)
  return [...reasons.slice(0, mostReasons).map(shortened), `… and ${reasons.length - mostReasons} more`]
}

function shortened(reason: string): string {
  if (reason.length <= longestReason + 1) return reason
  return `${reason.slice(0, longestReason)}… (${reason.length} characters)`
}
