import type { CallControl } from '@slipway/model'

/** Seconds for a plugin to answer by itself that what it was asked takes too long. */
const grace = 10

/** A program that gives a plugin more time than calls have gives the call as much. Less is for the plugin to see to. */
export function withTime<C extends CallControl | undefined>(control: C, seconds: number | undefined): C {
  if (control?.deadlineMs === undefined || seconds === undefined) return control
  return { ...control, deadlineMs: Math.max(control.deadlineMs, (seconds + grace) * 1000) }
}

export function timed(control: CallControl | undefined, timeout: number | undefined) {
  return { control: withTime(control, timeout), timeout }
}
