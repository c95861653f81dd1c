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
 * - Something is removed after what read it, by the record, is removed, or changed so that it reads another.
 * - A replaced resource goes after the new one has come.
 * - What makes room for something new goes before that, and waits for nobody: where its type wants that, where both would be one
 *   thing, or where something else takes its place. Who reads it may do so for a while in vain.
 *
 * @param taken of steps that make something: the keys of the removals that make room for it
 * @param halfGone of the same: the keys of removals that have begun before, and are finished first
 */
export function orderSteps(
  steps: readonly PlanStep[],
  dependsOn: ReadonlyMap<string, readonly string[]>,
  taken: ReadonlyMap<string, readonly string[]> = new Map(),
  halfGone: ReadonlyMap<string, readonly string[]> = new Map(),
): PlanStep[] {
  const removals = steps.flatMap((step) => removalOf(step) ?? [])
  const freeing = new Set([...taken.values(), ...halfGone.values()].flat())
  const late = removals.filter(({ key, step }) => step.destroyFirst !== true && !freeing.has(key))
  const byName = Map.groupBy(late, ({ name }) => name)
  const byId = new Map(late.map((removal) => [removal.record.id, removal]))
  const recorded = new Map(steps.flatMap(({ current }) => (current === undefined ? [] : [[current.id, current.name]])))
  /** By name only where what it read is gone already, and another has its place: names may have changed hands. */
  const readBy = (record: ResourceRecord): Removal[] => {
    const known = record.reads.filter((id) => recorded.has(id))
    const read = new Set(known.map((id) => recorded.get(id)))
    const isWhole = known.length >= record.dependsOn.length
    const others = isWhole ? [] : record.dependsOn.filter((name) => !read.has(name) && name !== record.name)
    return [...known.flatMap((id) => byId.get(id) ?? []), ...others.flatMap((name) => byName.get(name) ?? [])]
  }
  for (const removal of removals) {
    for (const read of readBy(removal.record)) if (read !== removal) read.after.add(removal.key)
  }
  for (const step of steps) {
    if (step.current === undefined || !isMade(step)) continue
    for (const removal of [...readBy(step.current), ...(byName.get(step.name) ?? [])]) removal.after.add(step.key)
  }
  const makers = new Map(Array.from(taken).flatMap(([maker, keys]) => keys.map((key) => [key, maker] as const)))
  return withEdges(steps, dependsOn, removals).map((step) => {
    const maker = step.action === 'delete' ? makers.get(step.key) : undefined
    const placed = withPlace(withPlace(step, taken.get(step.key)), halfGone.get(step.key))
    return maker === undefined ? placed : makingRoom(placed, maker)
  })
}

/** Shown for what it is: the thing goes before the one that takes its place comes. */
function makingRoom(step: PlanStep, maker: string): PlanStep {
  const reason = `makes room for ${maker}`
  return { ...step, destroyFirst: true, reason: step.reason === undefined ? reason : `${step.reason}, ${reason}` }
}

function isMade({ action }: PlanStep): boolean {
  return action === 'create' || action === 'update' || action === 'replace' || action === 'none'
}

function removalOf(step: PlanStep): Removal | undefined {
  const { action, key, name, current } = step
  if (current === undefined || (action !== 'delete' && action !== 'forget' && action !== 'replace')) return undefined
  return { key: action === 'replace' ? oldKey(key) : key, name, record: current, step, after: new Set() }
}

function withPlace(step: PlanStep, removals: readonly string[] = []): PlanStep {
  return removals.length === 0 ? step : { ...step, after: [...new Set([...step.after, ...removals])] }
}

function withEdges(
  steps: readonly PlanStep[],
  dependsOn: ReadonlyMap<string, readonly string[]>,
  removals: readonly Removal[],
): PlanStep[] {
  const planned = new Set(steps.map(({ key }) => key))
  const removalByStep = new Map(removals.map((removal) => [removal.step, removal]))
  return steps.map((step) => {
    const removal = removalByStep.get(step)
    if (removal !== undefined && step.action !== 'replace') return { ...step, after: [...removal.after] }
    const needed = (dependsOn.get(step.name) ?? []).filter((name) => planned.has(name))
    if (removal === undefined) return { ...step, after: needed }
    const after = step.destroyFirst === true ? [...needed, removal.key] : needed
    return { ...step, after, oldAfter: [...removal.after] }
  })
}
