import type { StageNode } from './roles.ts'
import type { StageTask } from './task.ts'
import type { TaskType } from './task-type.ts'

/** Runs tasks on nodes. slipway/ has one for this machine. A runner for other machines would implement the same interface. */
export interface TaskRunner {
  /** The types that it can run, which the reader of plugins accepts. */
  readonly types: readonly TaskType[]
  /** Never rejects; a failure is an outcome. When `signal` aborts, it ends its work. */
  run(call: TaskCall): Promise<TaskOutcome>
}

export interface TaskCall {
  readonly task: StageTask
  readonly node: StageNode
  /** The plugin's directory. */
  readonly directory: string
  /** The facts about the deployment; absent if there is none. */
  readonly told?: ToldTask
  readonly signal: AbortSignal
}

/** The facts that a task gets about its deployment. */
export interface ToldTask {
  readonly instance: string
  /** JSON text. It may have secrets in it. */
  readonly input: string
}

export interface TaskOutcome {
  readonly outcome: 'succeeded' | 'failed' | 'cancelled'
  /** The exit code of the process, if there was one. */
  readonly exitCode?: number
  /** The reason for the failure: `exit code 3`, `no answer within 42 s`. */
  readonly reason?: string
  /** The end of its output, with both streams in the order of arrival. */
  readonly output: string
  /** Bytes of output that were dropped before it. */
  readonly dropped: number
}
