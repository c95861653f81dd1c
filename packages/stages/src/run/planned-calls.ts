import type { OrderedTask } from '../order/order-tasks.ts'
import { finishedKey, taskFingerprint, taskRecordId, type Resumption } from './resume.ts'
import type { StageTask } from '../task/task.ts'
import { formatRoles, matchingNodes, type StageNode } from '../task/roles.ts'

/** A task with one of its nodes, and the reason if it is not run there. */
export interface PlannedCall {
  readonly task: OrderedTask['task']
  /** Absent if no node has its role. */
  readonly node?: StageNode
  readonly skipped?: string
}

/** The calls of tasks that a run would make, in order. */
export function plannedCalls(
  tasks: readonly OrderedTask[],
  nodes: readonly StageNode[],
  resumption: Resumption,
  unwanted: ReadonlySet<StageTask> = new Set(),
): readonly PlannedCall[] {
  return tasks.flatMap((ordered): PlannedCall[] => {
    const { task } = ordered
    const own = matchingNodes(task.roles, nodes)
    if (unwanted.has(task)) return [{ task, skipped: conditionIsFalse }]
    if (own.length === 0) return [{ task, skipped: noNode(ordered) }]
    return own.map((node) =>
      isFinished(ordered, node, resumption) ? { task, node, skipped: finishedBefore } : { task, node },
    )
  })
}

export const conditionIsFalse = 'its condition is false'

export const finishedBefore = 'finished by an earlier run of this deployment'

export function noNode({ task }: OrderedTask): string {
  return `no node has the role ${formatRoles(task.roles)}`
}

/** True for a task that a resumed deployment leaves out. */
export function isFinished(ordered: OrderedTask, node: StageNode, { finished }: Resumption): boolean {
  return !ordered.task.rerun && finished.has(finishedKey(taskRecordId(ordered, node), taskFingerprint(ordered)))
}
