import { Failure, type FailureDetails, messageOf } from '@slipway/model'
import type { Phase } from './life.ts'

/** How one hook of one plugin failed. */
export interface PluginError {
  readonly plugin: string
  readonly phase: Phase
  /** Milliseconds from the call until the hook failed or was given up. */
  readonly duration: number
  /** True when the hook's time was over; it may still be running. */
  readonly timedOut: boolean
  readonly error: unknown
}

/** A failed start or stop, depending on `code`; `errors` has one entry for each hook that failed, in order. */
export class AgentFailure extends Failure {
  override readonly name = 'AgentFailure'
  readonly errors: readonly PluginError[]

  constructor(code: string, message: string, errors: readonly PluginError[], more: FailureDetails = {}) {
    super(code, message, { ...more, details: errors.map(errorText), cause: errors[0]?.error })
    this.errors = errors
  }
}

/** `store failed in init after 12 ms: connection refused`. */
export function errorText({ plugin, phase, duration, timedOut, error }: PluginError): string {
  const took = `${duration < 1 ? '<1' : Math.round(duration)} ms`
  return timedOut
    ? `${plugin} was still in ${phase} after ${took}`
    : `${plugin} failed in ${phase} after ${took}: ${messageOf(error)}`
}
