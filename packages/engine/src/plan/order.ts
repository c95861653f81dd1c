import type { ResourceRecord } from '@slipway/stores'
import { oldKey, type PlanStep } from './plan.ts'

/** The end of an existing resource: a step of its own, or the second half of a replacement. */
interface Removal {
  readonly key: string
  readonly name: string
  readonly record: ResourceRecord
  readonly step: PlanStep
  readonly after: Set<string>
}

/**
 * Says of every step what must end before it.
 *
 * - Something is made or changed after what it depends on, by the blueprint.
 * - Something is removed after what read it, by the record, is removed, or changed so that it reads another (unless that in
 *   turn has to wait for the removal).
 * - A replaced resource goes after the new one has come, or before it where the type wants that. In the latter case what
 *   depends on it and is replaced too must also go first, or there would be no order.
 * - The same goes for what is removed from a place that something new takes.
 *
 * @param taken of steps that make something: the key of the removal that frees its place
 */
export function orderSteps(
  steps: readonly PlanStep[],
  dependsOn: ReadonlyMap<string, readonly string[]>,
  taken: ReadonlyMap<string, string> = new Map(),
): PlanStep[] {
  const removals = steps.flatMap((step) => removalOf(step) ?? [])
  const byName = Map.groupBy(removals, ({ name }) => name)
  const byId = new Map(removals.map((removal) => [removal.record.id, removal]))
  const removedFor = (record: ResourceRecord): Removal[] => record.reads.flatMap((id) => byId.get(id) ?? [])
  const dependents = dependentsOf(removals, removedFor)
  const early = removedEarly(removals, dependents, new Set(taken.values()))

  for (const removal of removals) {
    for (const dependent of dependents.get(removal) ?? []) removal.after.add(dependent.key)
  }
  const late = madeLate(steps, dependsOn, early, taken)
  for (const step of steps) {
    if (step.current === undefined || !isMade(step)) continue
    for (const removal of [...removedFor(step.current), ...(byName.get(step.name) ?? [])]) {
      if (!early.has(removal) || (!late.has(step.name) && removal.step !== step)) removal.after.add(step.key)
    }
  }
  return withEdges(steps, dependsOn, removals, early).map((step) => withPlace(step, taken.get(step.key)))
}

function isMade({ action }: PlanStep): boolean {
  return action === 'create' || action === 'update' || action === 'replace' || action === 'none'
}

function removalOf(step: PlanStep): Removal | undefined {
  const { action, key, name, current } = step
  if (current === undefined || (action !== 'delete' && action !== 'forget' && action !== 'replace')) return undefined
  return { key: action === 'replace' ? oldKey(key) : key, name, record: current, step, after: new Set() }
}

function dependentsOf(
  removals: readonly Removal[],
  removedFor: (record: ResourceRecord) => readonly Removal[],
): Map<Removal, Removal[]> {
  const dependents = new Map<Removal, Removal[]>()
  for (const removal of removals) {
    for (const dependency of removedFor(removal.record)) {
      if (dependency === removal) continue
      const known = dependents.get(dependency)
      if (known === undefined) dependents.set(dependency, [removal])
      else known.push(removal)
    }
  }
  return dependents
}

function withPlace(step: PlanStep, removal: string | undefined): PlanStep {
  return removal === undefined ? step : { ...step, after: [...step.after, removal] }
}

/**
 * Removals that something new waits for: those of replacements that destroy first, those that free a place, and of all
 * that depended on them.
 */
function removedEarly(
  removals: readonly Removal[],
  dependents: ReadonlyMap<Removal, readonly Removal[]>,
  freeing: ReadonlySet<string>,
): ReadonlySet<Removal> {
  const early = new Set(removals.filter(({ key, step }) => step.destroyFirst === true || freeing.has(key)))
  for (const removal of early) for (const dependent of dependents.get(removal) ?? []) early.add(dependent)
  return early
}

/** Names of what waits for an early removal: no such removal can wait for them in turn. */
function madeLate(
  steps: readonly PlanStep[],
  dependsOn: ReadonlyMap<string, readonly string[]>,
  early: ReadonlySet<Removal>,
  taken: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const late = new Set(
    Array.from(early, ({ step }) => step).flatMap(({ action, name }) => (action === 'replace' ? [name] : [])),
  )
  for (const name of taken.keys()) late.add(name)
  if (late.size === 0) return late
  const dependents = new Map<string, string[]>()
  for (const { name } of steps) {
    for (const needed of dependsOn.get(name) ?? []) {
      const known = dependents.get(needed)
      if (known === undefined) dependents.set(needed, [name])
      else known.push(name)
    }
  }
  for (const name of late) for (const dependent of dependents.get(name) ?? []) late.add(dependent)
  return late
}

function withEdges(
  steps: readonly PlanStep[],
  dependsOn: ReadonlyMap<string, readonly string[]>,
  removals: readonly Removal[],
  early: ReadonlySet<Removal>,
): PlanStep[] {
  const planned = new Set(steps.map(({ key }) => key))
  const removalByStep = new Map(removals.map((removal) => [removal.step, removal]))
  return steps.map((step) => {
    const removal = removalByStep.get(step)
    if (removal !== undefined && step.action !== 'replace') return { ...step, after: [...removal.after] }
    const needed = (dependsOn.get(step.name) ?? []).filter((name) => planned.has(name))
    if (removal === undefined) return { ...step, after: needed }
    const { destroyFirst: _, ...replace } = step
    return early.has(removal)
      ? { ...replace, destroyFirst: true, after: [...needed, removal.key], oldAfter: [...removal.after] }
      : { ...replace, after: needed, oldAfter: [...removal.after] }
  })
}
