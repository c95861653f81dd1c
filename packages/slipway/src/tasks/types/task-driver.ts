import type { TaskCall, TaskOutcome, TaskType } from '@slipway/engine/stages'

/** Runs tasks of one type on this machine. What it throws becomes the reason of a failure. */
export interface TaskDriver {
  readonly type: TaskType
  run(call: TaskCall, env: NodeJS.ProcessEnv): Promise<TaskOutcome>
}

export const done: TaskOutcome = { outcome: 'succeeded', output: '', dropped: 0 }

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

/** 0: no limit. */
export function timeoutMs({ task }: TaskCall): number {
  const seconds = task.parameters['timeout']
  return typeof seconds === 'number' ? seconds * 1000 : 0
}

/** `0644` as a number; YAML may have read it as one already, in decimal digits that mean octal ones. */
export function modeParameter({ task }: TaskCall, name: string, otherwise: number): number {
  const value = task.parameters[name]
  return typeof value === 'string' || typeof value === 'number' ? Number.parseInt(String(value), 8) : otherwise
}

/** For `/bin/sh`: one word, whatever is in it. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
