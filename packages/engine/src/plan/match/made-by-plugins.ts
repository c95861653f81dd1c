import { reached, addTo } from '@slipway/graph'
import type { InstanceState, ResourceRecord } from '@slipway/stores'
import { isReplacement, type PlanStep, oldKey } from '../shape/plan.ts'

/** False for a resource that a plugin has made for another one. No blueprint declares it. */
export function isOfBlueprint({ madeFor }: ResourceRecord): boolean {
  return madeFor === undefined
}

/** Records of the resources that plugins made for these resources and links, and, in turn, for the made resources. */
export function madeForThese(
  makers: readonly { readonly id: string }[],
  records: Iterable<ResourceRecord>,
): ResourceRecord[] {
  const byMaker = Map.groupBy(records, ({ madeFor }) => madeFor?.id)
  const madeFor = ({ id }: { readonly id: string }): readonly ResourceRecord[] => byMaker.get(id) ?? []
  return [...reached(makers.flatMap(madeFor), madeFor)]
}

/**
 * Records of the resources that plugins made for a resource or link that goes or is no longer recorded, and, in turn, for the made resources.
 */
export function madeForGone(
  gone: readonly { readonly id: string }[],
  state: Pick<InstanceState, 'resources' | 'links'> | undefined,
): ResourceRecord[] {
  const records = state?.resources ?? []
  const made = records.filter((record) => !isOfBlueprint(record))
  if (made.length === 0) return []
  const known = new Set([...records, ...(state?.links ?? [])].map(({ id }) => id))
  const left = new Set(
    made.flatMap(({ madeFor }) => (madeFor === undefined || known.has(madeFor.id) ? [] : [madeFor.id])),
  )
  return madeForThese([...gone, ...Array.from(left, (id) => ({ id }))], made)
}

/** The names of the resources that were made for a resource, by its name. */
export function namesMadeFor(records: readonly ResourceRecord[]): ReadonlyMap<string, readonly string[]> {
  const made = records.filter((record) => !isOfBlueprint(record))
  const names = made.length === 0 ? new Map<string, string>() : new Map(records.map(({ id, name }) => [id, name]))
  const byMaker = new Map<string, string[]>()
  for (const { name, madeFor } of made) {
    const maker = names.get(madeFor?.id ?? '')
    if (maker !== undefined) addTo(byMaker, maker, name)
  }
  return byMaker
}

/** Records that are replaced. If such a record has parts, its successor has parts of its own. */
export function replacedWholes(steps: Iterable<PlanStep>): readonly ResourceRecord[] {
  return Array.from(steps).flatMap((step) => (isReplacement(step) ? [step.current] : []))
}

/**
 * Gives other keys to steps of old parts, including those that an earlier run has left, because the successor's parts have the same names.
 */
export function withPartsAside(steps: readonly PlanStep[], wholes: readonly { readonly id: string }[]): PlanStep[] {
  const ids = new Set(wholes.map(({ id }) => id))
  return steps.map((step) =>
    ids.has(step.current?.madeFor?.id ?? '') ? { ...step, key: oldKey(`${step.name} ${step.current?.id}`) } : step,
  )
}
