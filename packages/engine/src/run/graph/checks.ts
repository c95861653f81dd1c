import { byEach, reached } from '@slipway/graph'
import { endKey, isEnd, type PlanStep } from '../../plan/shape/plan.ts'

/** A check, before some removals, that a step could be made at once. */
interface Check {
  readonly step: PlanStep
  /** The keys of the step's dependencies. */
  readonly needed: readonly string[]
  readonly removals: readonly string[]
}

/**
 * The checks of a part. A resource that makes room for a new one is only destroyed when the new one, and everything in its group, could be made at
 * once. If the removal for one resource does not happen, the other resources of its group cannot start, either.
 */
export function checksOf(steps: readonly PlanStep[]): readonly Check[] {
  const removals = new Map(steps.flatMap((step) => removal(step)))
  if (removals.size === 0) return []
  const makers = steps.filter((step) => !isEnd(step) && step.after.some((key) => removals.has(key)))
  const waiting = steps.flatMap(({ key, after }) => after.map((needed) => ({ key, needed })))
  const dependents = Map.groupBy(waiting, ({ needed }) => needed)
  return hangingTogether(makers, removals).flatMap((group) => {
    const room = new Set(group.flatMap(({ after }) => after.filter((key) => removals.has(key))))
    const before = new Map(
      Array.from(room, (key) => [
        key,
        reached(among(removals.get(key), room), (one) => among(removals.get(one), room)),
      ]),
    )
    const waitsFor = (one: string, other: string): boolean => before.get(one)?.has(other) === true
    const later = group.length === 1 ? new Set() : reached(room, (key) => dependents.get(key)?.map((one) => one.key))
    return group.flatMap((step) => {
      const own = ownRemoval(step)
      // Once a resource is destroyed, it no longer matters whether its successor can be made.
      const isTooLate = (key: string): boolean => own !== undefined && waitsFor(key, own) && !waitsFor(own, key)
      const needed = step.after.filter((key) => !removals.has(key))
      const keys = [...room].filter((key) => !isTooLate(key))
      // If the step waits for other steps of its group, more is known before the last removal than before the first one.
      const all = needed.some((key) => later.has(key)) ? keys.map((key) => [key]) : [keys]
      return all.map((some) => ({ step, needed, removals: some }))
    })
  })
}

/** The key of the removal by which a step makes room; `undefined` for other steps. */
function ownRemoval(step: PlanStep): string | undefined {
  return step.destroyFirst === true ? endKey(step) : undefined
}

/** The removal by which a step makes room, with what comes before it. */
function removal(step: PlanStep): [key: string, before: readonly string[]][] {
  const key = ownRemoval(step)
  if (key === undefined) return []
  return [[key, step.action === 'replace' ? (step.oldAfter ?? []) : step.after]]
}

function among(keys: readonly string[] | undefined, room: ReadonlySet<string>): readonly string[] {
  return (keys ?? []).filter((key) => room.has(key))
}

/** Groups steps that wait for the same removals, directly or through others. */
function hangingTogether(
  makers: readonly PlanStep[],
  removals: { readonly has: (key: string) => boolean },
): readonly (readonly PlanStep[])[] {
  const byRemoval = byEach(makers, ({ after }) => after.filter((key) => removals.has(key)))
  const seen = new Set<PlanStep>()
  return makers.flatMap((step) => {
    if (seen.has(step)) return []
    const group = reached([step], ({ after }) => after.flatMap((key) => byRemoval.get(key) ?? []))
    for (const one of group) seen.add(one)
    // A step may have several checks. The last one, which is the one before the first removal, stands for all of them.
    return [[...group].toReversed()]
  })
}
