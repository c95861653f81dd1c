import type { CallControl } from '@slipway/model'

/** The default limits for calls of plugins, in milliseconds. */
export interface CallDeadlines {
  /** Calls that describe the plugin; it answers them from memory. */
  readonly define: number
  /** Calls that ask the outside: validation, stabilised, external state, data sources, functions. */
  readonly ask: number
  /** Deploy and destroy. */
  readonly change: number
}

export const defaultCallDeadlines: CallDeadlines = { define: 10_000, ask: 120_000, change: 3_600_000 }

/** The limits of one call on the wire: those of its caller come first. */
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
