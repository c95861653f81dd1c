import { perhapsThisOne } from '../guard/what-holds.ts'
import { typeOfPart } from '@slipway/model'
import { awaitedByNew, isEnd, isNew, oldKey, type Plan, type PlanStep } from '../shape/plan.ts'

/**
 * Steps that a run will not take because another step will fail: keys with reasons. These are the steps that wait for the failing one, and removals
 * of resources that may be the same thing under another name.
 */
export function doomedSteps({ steps, operation }: Pick<Plan, 'steps' | 'operation'>): ReadonlyMap<string, string> {
  const blocked = steps.filter((step) => step.blocked !== undefined)
  if (blocked.length === 0) return new Map()
  const why = new Map(
    blocked.flatMap((step) => [
      [step.key, becauseOf(step)],
      [oldKey(step.key), `${step.name} will not be removed`],
    ]),
  )
  const dependents = Map.groupBy(waitsOf(steps), ({ needed }) => needed)
  // The loop also visits entries that it adds.
  for (const [key, because] of why)
    for (const { waiter } of dependents.get(key) ?? []) if (!why.has(waiter)) why.set(waiter, because)
  if (operation === 'up')
    for (const [key, because] of heldBackByNames(steps, blocked)) if (!why.has(key)) why.set(key, because)
  return new Map(
    steps.filter(isTaken).flatMap(({ key }) => {
      const because = why.get(key)
      return because === undefined ? [] : [[key, because]]
    }),
  )
}

/** The waits of all steps. The removal of the old resource of a replacement has a key of its own. */
function* waitsOf(steps: readonly PlanStep[]): Iterable<{ readonly waiter: string; readonly needed: string }> {
  for (const { key, after, action, destroyFirst, oldAfter = [] } of steps) {
    for (const needed of after) yield { waiter: key, needed }
    if (action !== 'replace') continue
    // The successor exists before the old resource goes, unless the old resource makes room.
    for (const needed of destroyFirst === true ? oldAfter : [...oldAfter, key]) yield { waiter: oldKey(key), needed }
  }
}

function isTaken({ action, record, blocked }: PlanStep): boolean {
  return blocked === undefined && (action !== 'none' || record !== undefined)
}

function becauseOf(step: PlanStep): string {
  return `${step.name} will not be ${isEnd(step) ? 'removed' : 'deployed'}`
}

/**
 * Resources that the blueprint no longer has stay while a resource of their type cannot be made, because that resource may be the same thing under a
 * new name.
 */
function heldBackByNames(
  steps: readonly PlanStep[],
  blocked: readonly PlanStep[],
): readonly (readonly [string, string])[] {
  const uncreated = new Map(
    blocked
      .filter(isNew)
      .toReversed()
      .map(({ type, name, action }) => [
        typeOfPart(type),
        `${name} cannot be ${action === 'create' ? 'made' : 'deployed'}`,
      ]),
  )
  if (uncreated.size === 0) return []
  const early = awaitedByNew(steps)
  return steps.flatMap(({ key, type, action, goesWith }) => {
    const because = uncreated.get(typeOfPart(type))
    const isFree = because === undefined || action !== 'delete' || early.has(key) || goesWith !== undefined
    return isFree ? [] : [[key, `${because}, and ${perhapsThisOne}`] as const]
  })
}
