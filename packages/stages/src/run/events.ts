import type { StageName } from '../task/task.ts'

/** The events of a stage, as they happen. Times are Unix milliseconds, durations milliseconds. */
export type TaskEvent =
  | {
      readonly type: 'stage-started'
      readonly stage: StageName
      /** The number of tasks times the number of nodes. */
      readonly tasks: number
      readonly at: number
    }
  | (TaskOnNode & { readonly type: 'task-started'; readonly at: number })
  | (TaskOnNode & {
      readonly type: 'task-finished'
      readonly exitCode?: number
      readonly output: string
      readonly dropped: number
      readonly durationMs: number
      readonly at: number
    })
  | (TaskOnNode & {
      readonly type: 'task-failed'
      readonly exitCode?: number
      readonly reason: string
      readonly output: string
      readonly dropped: number
      /** False if the task lets the stage go on. */
      readonly stops: boolean
      readonly durationMs: number
      readonly at: number
    })
  | (TaskOnNode & { readonly type: 'task-skipped'; readonly because: string; readonly at: number })
  | {
      readonly type: 'stage-finished'
      readonly stage: StageName
      readonly outcome: StageOutcome
      readonly durationMs: number
      readonly at: number
    }

export interface TaskOnNode {
  readonly plugin: string
  readonly task: string
  /** As written. */
  readonly stage: string
  /** Absent if no node has its role. */
  readonly node?: string
}

export type StageOutcome = 'succeeded' | 'failed' | 'cancelled'

/** Receives events in order; it is never awaited. */
export type TaskEventSink = (event: TaskEvent) => void
