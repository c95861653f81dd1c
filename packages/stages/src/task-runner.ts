import type { StageNode } from './roles.ts'
import type { StageTask } from './task.ts'
import type { TaskType } from './task-type.ts'

/** Runs tasks on nodes. slipway/ has one for this machine; one that reaches other machines fills the same port. */
export interface TaskRunner {
  /** The types it can run, which are those that the reader of plugins accepts. */
  readonly types: readonly TaskType[]
  /** Never rejects: what goes wrong is the outcome. Ends what it started when `signal` aborts. */
  run(call: TaskCall): Promise<TaskOutcome>
}

export interface TaskCall {
  readonly task: StageTask
  readonly node: StageNode
  /** Of the plugin. */
  readonly directory: string
  /** Of the deployment; absent where there is none. */
  readonly told?: ToldTask
  readonly signal: AbortSignal
}

/** What a task is told of the deployment that it is a part of. */
export interface ToldTask {
  readonly instance: string
  /** JSON text. It may have secrets in it. */
  readonly input: string
}

export interface TaskOutcome {
  readonly outcome: 'succeeded' | 'failed' | 'cancelled'
  /** Of the process, where there was one. */
  readonly exitCode?: number
  /** Why it failed: `exit code 3`, `no answer within 42 s`. */
  readonly reason?: string
  /** The end of what it wrote, both streams as they came. */
  readonly output: string
  /** Bytes of output that were dropped before it. */
  readonly dropped: number
}
