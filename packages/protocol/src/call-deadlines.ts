import type { CallControl } from '@slipway/model'

/** The default limits for calls of plugins, in milliseconds. */
export interface CallDeadlines {
  /** Limit for calls that describe the plugin; it answers them from memory. */
  readonly define: number
  /** Limit for calls in which the plugin asks its cloud: validation, stabilisation, external state, data sources, functions. */
  readonly ask: number
  /** Limit for deploying and destroying. */
  readonly change: number
}

export const defaultCallDeadlines: CallDeadlines = { define: 10_000, ask: 120_000, change: 3_600_000 }

/** Returns the limits of one call on the wire: the caller's own limits take precedence. */
export function limitsOf({
  deadlineMs,
  control,
}: {
  readonly deadlineMs: number
  readonly control: CallControl | undefined
}): { readonly deadlineMs: number; readonly signal?: AbortSignal } {
  return {
    deadlineMs: control?.deadlineMs ?? deadlineMs,
    ...(control?.signal === undefined ? {} : { signal: control.signal }),
  }
}
