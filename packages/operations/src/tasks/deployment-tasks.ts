import {
  diffOrders,
  matchingNodes,
  orderFromNotes,
  orderToNotes,
  plannedCalls,
  recordedOrder,
  renderOrderChange,
  resumeTasks,
  runStage,
  stageNames,
  taskFingerprint,
  taskRecordId,
  type Deployed,
  type OrderedTask,
  type PlannedCall,
  type StageName,
  type StageNode,
  type StageResult,
  type StageTask,
  type TaskEventSink,
  type TaskRunner,
} from '@slipway/stages'
import { hasErrors, type Diagnostic, type Value, DiagnosticsFailure } from '@slipway/model'
import type { Clock } from '@slipway/engine'
import {
  taskResult,
  type Lease,
  type RunRecord,
  type StateStore,
  type TaskRecord,
  type TaskResult,
} from '@slipway/stores'
import type { TaskMark } from './planned-tasks.ts'
import type { PlannedTask } from '../events.ts'
import type { Settings } from '../settings/settings.ts'
import { executableDriver, localTaskRunner } from '@slipway/stages/local'
import { taskDirectories } from './find-plugins.ts'
import { nodeTaskRunner } from './node-task-runner.ts'
import { nodesFromSettings } from './nodes.ts'
import type { TextFiles } from '@slipway/source/files'
import { readOrder } from './read-order.ts'
import { taskInput, type TaskValues } from './task-input.ts'

export interface DeploymentTasksOptions {
  /** The folder of the blueprint. */
  readonly project: string
  readonly settings: Settings
  readonly env: NodeJS.ProcessEnv
  readonly files: TextFiles
}

/** The part of a run that its stages need to know. */
export interface StageSession {
  readonly store: StateStore
  readonly lease: Lease
  readonly runId: string
  /** The task records of earlier runs, as loaded before this run. */
  readonly records: readonly TaskRecord[]
  /** The newest run before this one. */
  readonly lastRun: RunRecord | undefined
  readonly deployed: Deployed
  readonly onEvent: TaskEventSink
  readonly clock: Clock
  /** The values for the tasks of the stage. */
  readonly values: TaskValues
  readonly stop: AbortSignal
  readonly cancel: AbortSignal
}

/** The stage tasks around one deployment. */
export class DeploymentTasks {
  readonly tasks: readonly OrderedTask[]
  /** Problems that do not prevent the tasks from running. */
  readonly warnings: readonly Diagnostic[]
  readonly #nodes: readonly StageNode[]
  readonly #runner: TaskRunner
  /** Tasks whose conditions are false. */
  #unwanted: ReadonlySet<StageTask> = new Set()

  private constructor(
    tasks: readonly OrderedTask[],
    warnings: readonly Diagnostic[],
    nodes: readonly StageNode[],
    runner: TaskRunner,
  ) {
    this.tasks = tasks
    this.warnings = warnings
    this.#nodes = nodes
    this.#runner = runner
  }

  /** Reads the task plugins beside the blueprint and the task plugins in the settings. Fails with all their mistakes. */
  static load({ project, settings, env, files }: DeploymentTasksOptions): DeploymentTasks {
    const { tasks, types, diagnostics } = readOrder(taskDirectories(project, settings), files)
    if (hasErrors(diagnostics)) throw new DiagnosticsFailure(diagnostics)
    const nodes = nodesFromSettings(settings.tree('nodes'))
    const runner = nodeTaskRunner(localTaskRunner(env, types.flatMap(executableDriver)), nodes, { env, cwd: project })
    return new DeploymentTasks(tasks, diagnostics, nodes, runner)
  }

  /**
   * Evaluates the conditions of the tasks.
   *
   * @param variables the variables of the instance
   * @throws Failure `tasks/bad-condition`
   */
  async decide(variables: TaskValues['variables'], folder: string): Promise<void> {
    if (this.tasks.every(({ task }) => task.condition === undefined)) return
    const { unwantedTasks } = await import('./task-conditions.ts')
    this.#unwanted = await unwantedTasks(this.tasks, variables, folder)
  }

  /** Returns the task order for the run's notes, for comparison in a later plan. */
  get notes(): Value {
    return orderToNotes(recordedOrder(this.tasks))
  }

  /** Returns sentences about differences from the order of an earlier run; empty if that run had none. */
  changesSince(run: RunRecord | undefined): readonly string[] {
    const before = orderFromNotes(run?.notes)
    return before === undefined ? [] : diffOrders(before, recordedOrder(this.tasks)).map(renderOrderChange)
  }

  /** Returns the tasks that a run after `lastRun` would call. */
  planned(
    records: readonly TaskRecord[],
    lastRun: RunRecord | undefined,
    deployed: Deployed,
    stages: readonly StageName[] = stageNames,
  ): readonly PlannedTask[] {
    const tasks = this.tasks.filter(({ task }) => stages.includes(task.stage))
    const resumption = resumeTasks(records, lastRun, '', deployed)
    return plannedCalls(tasks, this.#nodes, resumption, this.#unwanted).map(plannedTask)
  }

  /** Returns one mark per task and node. */
  marks(): readonly TaskMark[] {
    return this.tasks.flatMap((ordered) =>
      matchingNodes(ordered.task.roles, this.#nodes).map((node): TaskMark => [
        taskRecordId(ordered, node),
        `${taskFingerprint(ordered)}${manner(ordered)}`,
      ]),
    )
  }

  /** Runs one stage. A resumed deployment skips finished tasks. */
  async run(stage: StageName, session: StageSession): Promise<StageResult & { readonly tasks: readonly TaskResult[] }> {
    const ended = new Map<string, TaskRecord>()
    const { store, lease, runId, records, lastRun, deployed, onEvent, clock, values, stop, cancel } = session
    const result = await runStage({
      stage,
      runId,
      tasks: this.tasks,
      nodes: this.#nodes,
      runner: this.#runner,
      unwanted: this.#unwanted,
      told: ({ secrets }) => ({ instance: values.instance, input: taskInput(values, secrets) }),
      resumption: resumeTasks(records, lastRun, runId, deployed),
      record: async (record) => {
        await store.commit(lease, [{ kind: 'task', task: record }])
        ended.set(record.id, record)
      },
      onEvent,
      clock,
      stop,
      cancel,
    })
    return { ...result, tasks: Array.from(ended.values(), taskResult) }
  }
}

/** Returns the options of a task that also belong in its mark. */
function manner({ task: { failOnError, rerun } }: OrderedTask): string {
  return `${failOnError ? '' : ' may fail'}${rerun ? ' is run again' : ''}`
}

function plannedTask({ task, node, skipped }: PlannedCall): PlannedTask {
  return {
    plugin: task.plugin,
    task: task.key,
    stage: task.stageText,
    type: task.type,
    ...(node !== undefined && { node: node.name }),
    ...(skipped !== undefined && { skipped }),
  }
}
