import { type Failure, PluginFailure } from '@slipway/model'

const longestReason = 4_096
const mostReasons = 20

/** Why something failed, as it is recorded: what the plugin gives as reasons, or else the message; bounded. */
export function failureReasons(failure: Failure): readonly string[] {
  const reasons = failure instanceof PluginFailure ? failure.reasons : [failure.message]
  const kept = reasons.slice(0, mostReasons).map(shortened)
  return reasons.length > mostReasons ? [...kept, `… and ${reasons.length - mostReasons} more`] : kept
}

function shortened(reason: string): string {
  if (reason.length <= longestReason) return reason
  return `${reason.slice(0, longestReason)}… (${reason.length} characters)`
}
