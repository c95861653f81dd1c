import type { CallControl } from '@slipway/model'

/** Extra seconds for a plugin to report a timeout itself. */
const grace = 10

/** Extends a call's deadline to the program's timeout. The plugin itself enforces a shorter one. */
export function withTime<C extends CallControl | undefined>(control: C, seconds: number | undefined): C {
  if (control?.deadlineMs === undefined || seconds === undefined) return control
  return { ...control, deadlineMs: Math.max(control.deadlineMs, (seconds + grace) * 1000) }
}

export function timed(control: CallControl | undefined, timeout: number | undefined) {
  return { control: withTime(control, timeout), timeout }
}
