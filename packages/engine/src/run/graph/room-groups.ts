import { oldKey, type PlanStep } from '../../plan/shape/plan.ts'

/** The key of the removal that makes room; `undefined` for other steps. */
export function removalKey({ action, key, destroyFirst }: PlanStep): string | undefined {
  if (destroyFirst !== true) return undefined
  return action === 'replace' ? oldKey(key) : key
}

export function waitsForOne({ action, after }: PlanStep, removals: ReadonlySet<string>): boolean {
  const isRemoval = action === 'delete' || action === 'forget'
  return !isRemoval && after.some((needed) => removals.has(needed))
}

/** Groups steps that wait for removals: if the removal for one does not happen, the others of its group cannot start, either. */
export function hangingTogether(
  makers: readonly PlanStep[],
  removals: ReadonlySet<string>,
): readonly (readonly PlanStep[])[] {
  const groups = new Map<string, Set<PlanStep>>()
  for (const step of makers) {
    const keys = step.after.filter((key) => removals.has(key))
    const together = new Set([step])
    for (const key of keys) for (const other of groups.get(key) ?? []) together.add(other)
    for (const one of together) for (const key of one.after) if (removals.has(key)) groups.set(key, together)
  }
  return Array.from(new Set(groups.values()), (group) => [...group])
}

/** Keys of the steps that wait for a step, by its key. */
export function dependentsOf(steps: readonly PlanStep[]): ReadonlyMap<string, readonly string[]> {
  const dependents = new Map<string, string[]>()
  for (const { key, after } of steps) {
    for (const needed of after) {
      const known = dependents.get(needed)
      if (known === undefined) dependents.set(needed, [key])
      else known.push(key)
    }
  }
  return dependents
}

/** The keys of these steps, and of everything that waits for them, directly or not. */
export function reached(
  from: readonly string[],
  dependents: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  const found = new Set(from)
  for (const key of found) for (const dependent of dependents.get(key) ?? []) found.add(dependent)
  return found
}
