import type { Plan, RunEvent } from '@slipway/engine'
import type { ProgramMessage } from '@slipway/programs'
import type { TaskEvent } from '@slipway/stages'
import type { Diagnostic, PolicyViolation } from '@slipway/model'
import type { DamagedRecord, LockHolder } from '@slipway/stores'
import type { ChangeResult, RunEnd } from './change/change-request.ts'

/** The events of an operation, in order. Secrets in values are marked; texts have known secrets removed. */
export type OperationEvent =
  | RunEvent
  | TaskEvent
  | News
  /** The request has been read. From here on, a signal to stop ends the operation cleanly. */
  | { readonly type: 'started' }
  /** The plan before its approval, with `tasks` if there are stage tasks. */
  | { readonly type: 'plan'; readonly plan: Plan; readonly tasks?: PlannedTasks }
  /** A run failed and is now rolled back. The event `ended` has the result of the rollback. */
  | { readonly type: 'failed'; readonly result: RunEnd }
  /** The result of a change. Its plugins and its state are still closing. */
  | { readonly type: 'ended'; readonly result: ChangeResult }

/** News for the user, besides the progress of a run. */
export type News =
  /** A sentence, for example about a plugin in trouble. */
  | { readonly type: 'notice'; readonly message: string }
  /** A message of a program, or of a plugin about its resources. */
  | { readonly type: 'program-message'; readonly level: ProgramMessage['level']; readonly message: string }
  /** The request itself contains the value of a secret variable. */
  | { readonly type: 'secret-written-out'; readonly name: string }
  /** A resource violates a policy; see `PolicyViolation`. */
  | ({ readonly type: 'policy-violation' } & PolicyViolation)
  /** Warnings about a blueprint, a resource or a stage task. The operation continues. */
  | { readonly type: 'warnings'; readonly diagnostics: readonly Diagnostic[] }
  /** Another run holds the instance, and the request says to wait. */
  | { readonly type: 'waiting'; readonly holder: LockHolder }
  /** Another run changes the instance while this operation reads it, so only the records so far are visible. */
  | { readonly type: 'held'; readonly instance: string; readonly holder: LockHolder }
  /** Records that stay as they are because their secrets do not open. */
  | { readonly type: 'left-alone'; readonly records: readonly DamagedRecord[] }

const news: ReadonlySet<string> = new Set<News['type']>([
  'notice',
  'program-message',
  'secret-written-out',
  'policy-violation',
  'warnings',
  'waiting',
  'held',
  'left-alone',
])

export function isNews(event: OperationEvent): event is News {
  return news.has(event.type)
}

/** A stage task of a plan, on one node. */
export interface PlannedTask {
  readonly plugin: string
  readonly task: string
  /** The stage as written: `pre_deployment/100`. */
  readonly stage: string
  readonly type: string
  /** The node of the task. Absent if no node has the task's role. */
  readonly node?: string
  /** The reason why the task will not run. */
  readonly skipped?: string
}

/** The stage tasks around a plan. */
export interface PlannedTasks {
  /** The tasks in execution order. */
  readonly tasks: readonly PlannedTask[]
  /** Sentences about differences from the task order of the last deployment. */
  readonly taskOrderChanges: readonly string[]
  /** True if the last deployment failed: its tasks may have to continue even if no resource changes. */
  readonly tasksUnfinished: boolean
}

/** Receives the events in order. It is never awaited, and must not throw: the error may surface anywhere. */
export type Observer = (event: OperationEvent) => void

/** Returns a listener for read-only commands that reports each failed attempt, because retries take time. */
export function attemptsTo(observe: Observer): (event: RunEvent) => void {
  return (event) => {
    if (event.type === 'attempt-failed') observe(event)
  }
}

export const ignore: Observer = () => undefined
