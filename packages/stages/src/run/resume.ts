import { createHash } from 'node:crypto'
import type { RunRecord, TaskRecord } from '@slipway/stores'
import type { OrderedTask } from '../order/order-tasks.ts'
import type { StageNode } from '../task/roles.ts'
import type { StageName } from '../task/task.ts'

/** A resumed deployment: its id, and the tasks that it has finished. */
export interface Resumption {
  readonly deploymentId: string
  /** See {@link finishedKey}. */
  readonly finished: ReadonlySet<string>
}

/** The facts that decide which tasks a deployment has finished. */
export interface Deployed {
  /** The blueprint of the last run, with the same values of its variables. */
  readonly isSame: boolean
  /** The last change of a resource in Unix milliseconds; `Infinity` if one is about to change. */
  readonly changedAt: number
}

/**
 * A run after an unsuccessful one continues the same deployment if it deploys the same; any other run begins a new one. Tasks after the resources
 * have served only the resources of that time.
 *
 * @param lastRun the newest run before this one.
 */
export function resumeTasks(
  records: readonly TaskRecord[],
  lastRun: RunRecord | undefined,
  runId: string,
  { isSame, changedAt }: Deployed,
): Resumption {
  const latest = records.reduce<TaskRecord | undefined>(
    (newest, record) => (newest === undefined || record.startedAt >= newest.startedAt ? record : newest),
    undefined,
  )
  const carriesOn = isSame && lastRun?.operation === 'up' && lastRun.outcome !== 'succeeded' && latest !== undefined
  if (!carriesOn) return { deploymentId: runId, finished: new Set() }
  const { deploymentId } = latest
  const done = records
    .filter((record) => record.deploymentId === deploymentId && record.outcome === 'succeeded')
    .filter(({ stage, startedAt }) => !stage.startsWith(afterResources) || startedAt >= changedAt)
  return { deploymentId, finished: new Set(done.map(({ id, fingerprint }) => finishedKey(id, fingerprint))) }
}

const afterResources: StageName = 'post_deployment'

/** The key of a finished task on a node, with its fingerprint. */
export function finishedKey(id: string, fingerprint: string): string {
  return `${id} ${fingerprint}`
}

/** One record for each task and node. */
export function taskRecordId({ task }: OrderedTask, node: StageNode): string {
  return `${task.stage} ${task.plugin}/${task.key} @${node.name}`
}

/**
 * Changes if the task would do something else: with another version of its plugin, another type or other parameters; and, if a plugin brings the
 * type, with another plugin, version or executable.
 */
export function taskFingerprint({ task, pluginVersion }: OrderedTask): string {
  const origin = task.typeOrigin
  const type = origin === undefined ? [] : [origin.plugin, origin.version, origin.run]
  const { condition, secrets = [] } = task
  const more = condition === undefined && secrets.length === 0 ? [] : [{ condition: condition?.expression, secrets }]
  const text = JSON.stringify([pluginVersion, task.type, task.parameters, ...type, ...more], plainInteger)
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}

/** Parameters come from YAML, where only a large integer cannot be written in JSON. */
function plainInteger(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value
}
