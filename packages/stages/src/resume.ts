import { createHash } from 'node:crypto'
import type { RunRecord, TaskRecord } from '@slipway/stores'
import type { OrderedTask } from './order-tasks.ts'
import type { StageNode } from './roles.ts'

/** How a deployment goes on: its id, and the tasks that it has finished. */
export interface Resumption {
  readonly deploymentId: string
  /** See {@link finishedKey}. */
  readonly finished: ReadonlySet<string>
}

/**
 * A run that follows one that did not succeed carries on the same deployment; any other begins a new one.
 *
 * @param lastRun the newest run before this one.
 */
export function resumeTasks(records: readonly TaskRecord[], lastRun: RunRecord | undefined, runId: string): Resumption {
  const latest = records.reduce<TaskRecord | undefined>(
    (newest, record) => (newest === undefined || record.startedAt >= newest.startedAt ? record : newest),
    undefined,
  )
  const carriesOn = lastRun?.operation === 'up' && lastRun.outcome !== 'succeeded' && latest !== undefined
  if (!carriesOn) return { deploymentId: runId, finished: new Set() }
  const { deploymentId } = latest
  const done = records.filter((record) => record.deploymentId === deploymentId && record.outcome === 'succeeded')
  return { deploymentId, finished: new Set(done.map(({ id, fingerprint }) => finishedKey(id, fingerprint))) }
}

/** A task on a node, and what it did. */
export function finishedKey(id: string, fingerprint: string): string {
  return `${id} ${fingerprint}`
}

/** One record for each task and node. */
export function taskRecordId({ task }: OrderedTask, node: StageNode): string {
  return `${task.stage} ${task.plugin}/${task.key} @${node.name}`
}

/**
 * Changes when the task would do something else: another version of its plugin, another type, other parameters; and where a
 * plugin brings the type, another plugin, another version of it, or another executable.
 */
export function taskFingerprint({ task, pluginVersion }: OrderedTask): string {
  const origin = task.typeOrigin
  const type = origin === undefined ? [] : [origin.plugin, origin.version, origin.run]
  const text = JSON.stringify([pluginVersion, task.type, task.parameters, ...type], plainInteger)
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}

/** Parameters come from YAML: an integer too big for JSON is the only thing that it could not say. */
function plainInteger(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value
}
