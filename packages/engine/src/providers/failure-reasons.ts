import { type Failure, PluginFailure } from '@slipway/model'

/** As in docs/reference/wire.md: what a plugin says is limited to this when it arrives, and so is what is recorded. */
const longestReason = 16_384
const mostReasons = 100

/** Why something failed, as it is recorded: what the plugin gives as reasons, or else the message; bounded. */
export function failureReasons(failure: Failure): readonly string[] {
  return boundedReasons(failure instanceof PluginFailure ? failure.reasons : [failure.message])
}

/** The same where the failure is told of something else, such as of the step that needs the answer: it says first what failed. */
export function reasonsOfNeeded(failure: PluginFailure): readonly string[] {
  const { message } = failure
  return [message, ...failureReasons(failure).filter((reason) => !message.includes(reason))]
}

/** Reasons as they are recorded, each once: no more of them, and none longer, than a plugin may give. */
export function boundedReasons(given: readonly string[]): readonly string[] {
  const reasons = [...new Set(given)]
  // A list that has been cut already has one more line, which says so.
  if (reasons.length <= mostReasons + 1) return reasons.map(shortened)
  return [...reasons.slice(0, mostReasons).map(shortened), `… and ${reasons.length - mostReasons} more`]
}

function shortened(reason: string): string {
  if (reason.length <= longestReason + 1) return reason
  return `${reason.slice(0, longestReason)}… (${reason.length} characters)`
}
