import type { AttemptFailed } from '@slipway/engine'

/** Returns a failed plugin call as a line for the plugin's own log. */
export function attemptText({ name, method, attempt, code, durationMs, reasons, retryInMs }: AttemptFailed): string {
  const next = retryInMs === undefined ? '' : `, again in ${retryInMs} ms`
  const why = reasons.join('; ').replaceAll('\n', ' ')
  return `${method} for ${name} failed (${code}, attempt ${attempt}, ${durationMs} ms${next}): ${why}`
}
