import type { ResourceRecord } from '@slipway/stores'
import type { Gathered } from '../reality/gathered.ts'
import { Things } from '../reality/identified-things.ts'
import { type Decision, decideUnwanted, leftoverReason } from './decide.ts'
import { missingIds } from './missing.ts'
import { oldKey, type PlanStep } from './plan.ts'

/** A step for something that is to go. */
export function removalStep(record: ResourceRecord, decision: Decision): PlanStep {
  const { name, type, id, replaced } = record
  return { key: replaced ? oldKey(`${name} ${id}`) : name, name, type, ...decision, current: record, after: [] }
}

/**
 * Steps for what an `up` no longer wants, the newest first: resources, and generations that are none any more.
 *
 * @param kept the records that stay
 * @param readers who reads a record, by its id, among those that the plan is not about
 */
export function unwantedSteps(
  gone: readonly ResourceRecord[],
  kept: Iterable<ResourceRecord>,
  { drift, providers }: Pick<Gathered, 'drift' | 'providers'>,
  readers: ReadonlyMap<string, ResourceRecord> = new Map(),
  absent: ReadonlySet<string> = new Set(),
): PlanStep[] {
  if (gone.length === 0) return []
  const things = new Things(kept, providers, missingIds(drift))
  return gone.toSorted(byCreation).map((record) => {
    const reason = record.replaced ? leftoverReason(record) : reasonOf(record, absent)
    const decision = decideUnwanted(record, {
      operation: 'up',
      drift: drift.get(record.id),
      providers,
      reason,
      same: things.sameAs(record),
      reader: readers.get(record.id),
    })
    return removalStep(record, decision)
  })
}

function byCreation(a: ResourceRecord, b: ResourceRecord): number {
  return b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1)
}

/** Why something goes that no blueprint has; a program does not ask for it. */
export const notInBlueprint = 'not in the blueprint'

function reasonOf({ name, madeFor }: ResourceRecord, absent: ReadonlySet<string>): string {
  if (absent.has(name)) return 'its condition is false'
  return madeFor === undefined ? notInBlueprint : 'what it was made for is gone'
}
