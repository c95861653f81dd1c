import type { Plan, RunEvent } from '@slipway/engine'
import type { ProgramMessage } from '@slipway/programs'
import type { TaskEvent } from '@slipway/stages'
import type { Diagnostic, PolicyViolation } from '@slipway/model'
import type { DamagedRecord, LockHolder } from '@slipway/stores'
import type { ChangeResult, RunEnd } from './change/change-request.ts'

/** The events of an operation, as they happen. Secrets in values are marked; text is without those that are known. */
export type OperationEvent =
  | RunEvent
  | TaskEvent
  | News
  /** All that was asked for is read. From here on a signal to stop leaves things in order. */
  | { readonly type: 'started' }
  /** The plan, before it is agreed to; `tasks` when there are stage tasks. */
  | { readonly type: 'plan'; readonly plan: Plan; readonly tasks?: PlannedTasks }
  /** A run failed, and is now taken back. How that ended follows with the end. */
  | { readonly type: 'failed'; readonly result: RunEnd }
  /** How a change ended; what was started for it is still being put away. */
  | { readonly type: 'ended'; readonly result: ChangeResult }

/** News for a person, beside how a run goes. */
export type News =
  /** A sentence, of plugins in trouble for instance. */
  | { readonly type: 'notice'; readonly message: string }
  /** Something that a program says, or a plugin about its resources. */
  | { readonly type: 'program-message'; readonly level: ProgramMessage['level']; readonly message: string }
  /** A secret variable is in the request itself. */
  | { readonly type: 'secret-written-out'; readonly name: string }
  /** A resource is against a policy; see `PolicyViolation`. */
  | ({ readonly type: 'policy-violation' } & PolicyViolation)
  /** Oddities of a blueprint, a resource or a stage task that keep nothing from going on. */
  | { readonly type: 'warnings'; readonly diagnostics: readonly Diagnostic[] }
  /** Somebody else changes the instance, and the request says that it waits. */
  | { readonly type: 'waiting'; readonly holder: LockHolder }
  /** Somebody else changes the instance while it is looked at: only what is recorded so far can be told. */
  | { readonly type: 'held'; readonly instance: string; readonly holder: LockHolder }
  /** Records that are left as they are, because their secrets do not open. */
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
  /** As written: `pre_deployment/100`. */
  readonly stage: string
  readonly type: string
  /** Absent when no node has its role. */
  readonly node?: string
  /** Why it will not run. */
  readonly skipped?: string
}

/** The stage tasks around a plan. */
export interface PlannedTasks {
  /** In order. */
  readonly tasks: readonly PlannedTask[]
  /** How their order differs from the one of the last deployment, in words. */
  readonly taskOrderChanges: readonly string[]
  /** The last deployment did not end well: its tasks may have to go on, even where no resource has. */
  readonly tasksUnfinished: boolean
}

/** Called in order, never awaited. An error thrown in it is a mistake of the caller, and may end up anywhere. */
export type Observer = (event: OperationEvent) => void

/** For commands that only look: tells of each failed attempt, because waiting takes time. */
export function attemptsTo(observe: Observer): (event: RunEvent) => void {
  return (event) => {
    if (event.type === 'attempt-failed') observe(event)
  }
}

export const ignore: Observer = () => undefined
