import type { Postfix } from '@slipway/graph'
import type { Range, ValueMap } from '@slipway/model'
import type { RolePattern } from './roles.ts'

export const stageNames = ['pre_deployment', 'post_deployment'] as const

/** The stages before and after a deployment. */
export type StageName = (typeof stageNames)[number]

/** A plugin that has tasks for stages: a directory with `metadata.yaml` and `tasks.yaml`. */
export interface TaskPlugin {
  /** Unique among the plugins of a run. */
  readonly name: string
  readonly version: string
  /** The folder of its files; tasks run here. */
  readonly directory: string
  /** Names of the ranges that its metadata declares. If empty, its tasks may use any range. */
  readonly ranges: readonly string[]
  /** In the order of the file. */
  readonly tasks: readonly StageTask[]
  /** The place of its name. */
  readonly location: Location
}

export interface StageTask {
  readonly plugin: string
  /** Unique within the plugin: the task's own id, or its number in the file (`#1`). */
  readonly key: string
  /** Index in its file, from 0. */
  readonly index: number
  readonly stage: StageName
  /** As written: `post_deployment/100.0`. */
  readonly stageText: string
  /** Absent if none is written. */
  readonly postfix?: Postfix
  readonly roles: readonly RolePattern[]
  readonly type: string
  /** The origin of its type; absent for the types that every Slipway has. */
  readonly typeOrigin?: TypeOrigin
  readonly parameters: ValueMap
  readonly before: readonly TaskReference[]
  readonly after: readonly TaskReference[]
  /** True if its failure stops the stage. */
  readonly failOnError: boolean
  /** True if a resumed deployment runs it again although it was finished. */
  readonly rerun: boolean
  /** If false, the task is shown but not run. If absent, it always runs. */
  readonly condition?: TaskCondition
  /** Names of secret variables and exports that it gets in plain text. */
  readonly secrets?: readonly string[]
  /** The place of the stage. */
  readonly location: Location
}

/** An expression of the blueprint language, which is evaluated when the tasks run. */
export interface TaskCondition {
  /** Without `${` and `}`. */
  readonly expression: string
  readonly location: Location
}

/** The task plugin that brings a type. */
export interface TypeOrigin {
  readonly plugin: string
  readonly version: string
  /** The folder of that plugin's files. */
  readonly directory: string
  /** The executable, as written: relative to the directory. */
  readonly run: string
  /** The place of `run`. */
  readonly runLocation: Location
  /** The place of the type's name. */
  readonly location: Location
}

/** A task, a plugin, or a range (`range:network`) that another task names. */
export interface TaskReference {
  readonly text: string
  readonly location: Location
}

export interface Location {
  readonly file: string
  readonly range: Range
}

/** `plugin1/setup`, or `task 2 of plugin1` if it has no id. */
export function taskLabel(task: StageTask): string {
  return task.key.startsWith('#') ? `task ${task.index + 1} of ${task.plugin}` : `${task.plugin}/${task.key}`
}

/** True for a task without a number, whose `before` and `after` decide its place. */
export function isFree({ postfix, before, after }: StageTask): boolean {
  return postfix === undefined && before.length + after.length > 0
}

/** `plugin1/tasks.yaml:3:10` */
export function formatLocation({ file, range }: Location): string {
  return `${file}:${range.start.line}:${range.start.column}`
}
