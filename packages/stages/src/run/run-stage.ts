import type { TaskRecord } from '@slipway/stores'
import type { StageOutcome, TaskEventSink, TaskOnNode } from './events.ts'
import type { OrderedTask } from '../order/order-tasks.ts'
import { conditionIsFalse, finishedBefore, isFinished, noNode } from './planned-calls.ts'
import { taskFingerprint, taskRecordId, type Resumption } from './resume.ts'
import { matchingNodes, type StageNode } from '../task/roles.ts'
import type { StageName, StageTask } from '../task/task.ts'
import type { TaskOutcome, TaskRunner, ToldTask } from '../task/task-runner.ts'

export interface StageRun {
  readonly runId: string
  readonly stage: StageName
  /** The tasks in order; those of the other stage are skipped. */
  readonly tasks: readonly OrderedTask[]
  readonly nodes: readonly StageNode[]
  readonly runner: TaskRunner
  /** Tasks whose conditions are false. */
  readonly unwanted?: ReadonlySet<StageTask>
  /** The facts about the deployment for a task. */
  readonly told?: (task: StageTask) => ToldTask
  readonly resumption: Resumption
  /** Resolves when the record is durable. */
  readonly record: (record: TaskRecord) => Promise<void>
  readonly onEvent: TaskEventSink
  /** Unix milliseconds, and milliseconds that only go forward. */
  readonly clock: { readonly now: () => number; readonly monotonic: () => number }
  /** After an abort, nothing new is started. */
  readonly stop: AbortSignal
  /** An abort ends running tasks. */
  readonly cancel: AbortSignal
}

export interface StageResult {
  readonly outcome: StageOutcome
  /** The reasons for the failure: `plugin1/setup on local: exit code 3`. */
  readonly reasons: readonly string[]
}

/**
 * Runs the tasks of a stage, one after the other, each on all its nodes at once. A task that fails stops the stage,
 * unless it says otherwise. Every run of a task is recorded before it starts and after it ends.
 */
export async function runStage(run: StageRun): Promise<StageResult> {
  const started = run.clock.monotonic()
  const calls = run.tasks.filter(({ task }) => task.stage === run.stage).map((ordered) => callsOf(ordered, run))
  const wanted = calls.filter(({ ordered: { task } }) => run.unwanted?.has(task) !== true)
  const total = wanted.reduce((sum, { nodes }) => sum + nodes.length, 0)
  run.onEvent({ type: 'stage-started', stage: run.stage, tasks: total, at: run.clock.now() })
  const result = await runTasks(calls, run)
  const durationMs = Math.round(run.clock.monotonic() - started)
  run.onEvent({ type: 'stage-finished', stage: run.stage, outcome: result.outcome, durationMs, at: run.clock.now() })
  return result
}

interface TaskCalls {
  readonly ordered: OrderedTask
  readonly nodes: readonly StageNode[]
}

function callsOf(ordered: OrderedTask, { nodes }: StageRun): TaskCalls {
  return { ordered, nodes: matchingNodes(ordered.task.roles, nodes) }
}

async function runTasks(calls: readonly TaskCalls[], run: StageRun): Promise<StageResult> {
  const reasons: string[] = []
  let outcome: StageOutcome = 'succeeded'
  for (const { ordered, nodes } of calls) {
    if (outcome === 'succeeded' && run.stop.aborted) outcome = 'cancelled'
    if (outcome !== 'succeeded') {
      skip(ordered, undefined, outcome === 'failed' ? 'an earlier task failed' : 'the run was stopped', run)
      continue
    }
    if (run.unwanted?.has(ordered.task) === true) {
      skip(ordered, undefined, conditionIsFalse, run)
      continue
    }
    if (nodes.length === 0) skip(ordered, undefined, noNode(ordered), run)
    const outcomes = await Promise.all(nodes.map((node) => runOnNode(ordered, node, run)))
    for (const [index, ended] of outcomes.entries()) {
      if (ended?.outcome !== 'failed') continue
      reasons.push(`${nameOf(ordered)} on ${nodes[index]?.name}: ${ended.reason ?? 'failed'}`)
      if (ordered.task.failOnError) outcome = 'failed'
    }
    if (outcome === 'succeeded' && outcomes.some((ended) => ended?.outcome === 'cancelled')) outcome = 'cancelled'
  }
  return { outcome, reasons }
}

/** Runs a task on one node; `undefined` if it was finished before. */
async function runOnNode(ordered: OrderedTask, node: StageNode, run: StageRun): Promise<TaskOutcome | undefined> {
  if (isFinished(ordered, node, run.resumption)) {
    skip(ordered, node, finishedBefore, run)
    return undefined
  }
  const begun = beginRecord(ordered, node, run)
  await run.record(begun)
  const started = run.clock.monotonic()
  run.onEvent({ type: 'task-started', ...onNode(ordered, node), at: run.clock.now() })
  const { task, directory } = ordered
  const told = run.told?.(task)
  const ended = await run.runner.run({ task, node, directory, signal: run.cancel, ...(told && { told }) })
  const { outcome, exitCode, reason } = ended
  await run.record({
    ...begun,
    outcome,
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(reason === undefined ? {} : { reason }),
    finishedAt: run.clock.now(),
  })
  tell(ordered, node, ended, Math.round(run.clock.monotonic() - started), run)
  return ended
}

function beginRecord(ordered: OrderedTask, node: StageNode, run: StageRun): TaskRecord {
  const { task, pluginVersion } = ordered
  return {
    id: taskRecordId(ordered, node),
    deploymentId: run.resumption.deploymentId,
    runId: run.runId,
    stage: task.stageText,
    plugin: task.plugin,
    pluginVersion,
    task: task.key,
    node: node.name,
    fingerprint: taskFingerprint(ordered),
    outcome: 'running',
    startedAt: run.clock.now(),
  }
}

function tell(ordered: OrderedTask, node: StageNode, ended: TaskOutcome, durationMs: number, run: StageRun): void {
  const { output, dropped, exitCode } = ended
  const about = {
    ...onNode(ordered, node),
    ...(exitCode === undefined ? {} : { exitCode }),
    output,
    dropped,
    durationMs,
    at: run.clock.now(),
  }
  if (ended.outcome === 'succeeded') run.onEvent({ type: 'task-finished', ...about })
  else {
    const reason = ended.reason ?? ended.outcome
    run.onEvent({ type: 'task-failed', ...about, reason, stops: ordered.task.failOnError })
  }
}

function skip(ordered: OrderedTask, node: StageNode | undefined, because: string, run: StageRun): void {
  run.onEvent({ type: 'task-skipped', ...onNode(ordered, node), because, at: run.clock.now() })
}

function onNode({ task }: OrderedTask, node: StageNode | undefined): TaskOnNode {
  const about = { plugin: task.plugin, task: task.key, stage: task.stageText }
  return node === undefined ? about : { ...about, node: node.name }
}

function nameOf({ task }: OrderedTask): string {
  return `${task.plugin}/${task.key}`
}
