import type { TaskCall, TaskOutcome, TaskType } from '../../index.ts'

/** Runs tasks of one type on this machine. What it throws becomes the reason of a failure. */
export interface TaskDriver {
  readonly type: TaskType
  run(call: TaskCall, env: NodeJS.ProcessEnv): Promise<TaskOutcome>
}

/** A parameter that the reader has checked to be text. */
export function textParameter({ task }: TaskCall, name: string): string | undefined {
  const value = task.parameters[name]
  return typeof value === 'string' ? value : undefined
}

export function requiredText(call: TaskCall, name: string): string {
  const text = textParameter(call, name)
  if (text === undefined) throw new TypeError(`the parameter ${name} is missing`)
  return text
}

/** The time limit in milliseconds; 0: no limit. */
export function timeoutMs({ task }: TaskCall): number {
  const seconds = task.parameters['timeout']
  return typeof seconds === 'number' ? seconds * 1000 : 0
}

/** `0644` as a number; YAML may have read it as one already, in decimal digits that mean octal ones. */
export function modeParameter({ task }: TaskCall, name: string, otherwise: number): number {
  const value = task.parameters[name]
  return typeof value === 'string' || typeof value === 'number' ? Number.parseInt(String(value), 8) : otherwise
}

/**
 * Does work within this process that looks at its signal from time to time. If a file system hangs, the work cannot look: the task still ends, at
 * its timeout or when it is cancelled.
 */
export async function withinTimeout(call: TaskCall, work: (call: TaskCall) => Promise<void>): Promise<TaskOutcome> {
  const limit = new AbortController()
  const ms = timeoutMs(call)
  const late = new Error(`not finished within ${ms / 1000} s`)
  const timer = ms > 0 ? setTimeout(() => limit.abort(late), ms) : undefined
  const signal = AbortSignal.any([call.signal, limit.signal])
  try {
    await Promise.race([work({ ...call, signal }), rejection(signal)])
    return { outcome: 'succeeded', output: '', dropped: 0 }
  } finally {
    clearTimeout(timer)
  }
}

function rejection(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const fail = (): void => reject(signal.reason as Error)
    if (signal.aborted) fail()
    else signal.addEventListener('abort', fail, { once: true })
  })
}
