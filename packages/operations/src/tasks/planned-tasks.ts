import { Failure } from '@slipway/model'
import type { PlannedTasks } from '../events.ts'

/** A stage task on a node, with a fingerprint that changes with the task. */
export type TaskMark = readonly [id: string, fingerprint: string]

/** True if tasks run around a plan, even if no resource changes. */
export function willRun({ tasks, tasksUnfinished }: PlannedTasks): boolean {
  return tasksUnfinished || tasks.some(({ skipped }) => skipped === undefined)
}

/**
 * Refuses a saved plan whose stage tasks have changed, because nobody has approved the new ones.
 *
 * @param planned `undefined` without a saved plan
 * @throws Failure `engine/stale-plan`
 */
export function refuseOtherTasks(planned: readonly TaskMark[] | undefined, now: readonly TaskMark[]): void {
  if (planned === undefined) return
  const [before, after] = [new Map(planned), new Map(now)]
  const details = [
    ...planned.filter(([id]) => !after.has(id)).map(([id]) => `${id}: it is gone`),
    ...now.flatMap(([id, fingerprint]) => {
      if (!before.has(id)) return [`${id}: it is new`]
      return before.get(id) === fingerprint ? [] : [`${id}: it has changed`]
    }),
  ]
  const isReordered = details.length === 0 && now.some(([id], at) => planned[at]?.[0] !== id)
  if (details.length === 0 && !isReordered) return
  throw new Failure('engine/stale-plan', 'the stage tasks differ from the plan', {
    details: isReordered ? ['their order has changed'] : details,
    hint: 'make a new plan: slipway plan --out FILE',
  })
}
