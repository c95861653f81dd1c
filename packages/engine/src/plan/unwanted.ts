import type { ResourceRecord } from '@slipway/stores'
import type { Gathered } from '../reality/gathered.ts'
import { isLikelyThere } from '../reality/likely-there.ts'
import { Things } from '../reality/identified-things.ts'
import { type Decision, decideUnwanted, leftoverReason } from './decide.ts'
import { missingIds } from './missing.ts'
import { oldKey, type PlanStep } from './plan.ts'

/** A step for something that is to go. */
export function removalStep(record: ResourceRecord, decision: Decision): PlanStep {
  const { name, type, id, replaced } = record
  return { key: replaced ? oldKey(`${name} ${id}`) : name, name, type, ...decision, current: record, after: [] }
}

/** Some of those that read a record, by its id. */
export function readersOf(records: readonly ResourceRecord[]): ReadonlyMap<string, ResourceRecord> {
  return new Map(records.flatMap((record) => record.reads.map((id) => [id, record])))
}

/** What a plan is about, beside what is to go. */
export interface Beside {
  /** Who reads a record, by its id, among those that the plan is not about. */
  readonly readers?: ReadonlyMap<string, ResourceRecord>
  /** Names of resources whose condition is false. */
  readonly absent?: ReadonlySet<string>
  readonly isWayBack?: boolean
}

/**
 * Steps for what an `up` no longer wants, the newest first: resources, and generations that are none any more.
 *
 * @param kept the records that stay
 */
export function unwantedSteps(
  gone: readonly ResourceRecord[],
  kept: Iterable<ResourceRecord>,
  { drift, providers, undecided }: Pick<Gathered, 'drift' | 'providers' | 'undecided'>,
  { readers = new Map(), absent = new Set(), isWayBack = false }: Beside = {},
): PlanStep[] {
  if (gone.length === 0) return []
  const things = new Things(kept, providers, missingIds(drift))
  const decide = (record: ResourceRecord, reader: ResourceRecord | undefined): Decision =>
    decideUnwanted(record, {
      operation: 'up',
      drift: drift.get(record.id),
      providers,
      reason: record.replaced ? leftoverReason(record) : reasonOf(record, absent),
      same: things.sameAs(record),
      reader,
      isWayBack,
    })
  const steps = new Map(gone.map((record) => [record.id, removalStep(record, decide(record, readers.get(record.id)))]))
  const isLikely = (record: ResourceRecord): boolean => isLikelyThere(record, providers.type(record.type), undecided)
  keepWhatIsRead(steps, isLikely, decide)
  return gone.toSorted(byCreation).flatMap(({ id }) => steps.get(id) ?? [])
}

/** What stays although nobody wants it keeps what it reads. */
function keepWhatIsRead(
  steps: Map<string, PlanStep>,
  isLikely: (record: ResourceRecord) => boolean,
  decide: (record: ResourceRecord, reader: ResourceRecord) => Decision,
): void {
  const staying = [...steps.values()].filter(({ action }) => action === 'none')
  for (const { current: reader } of staying) {
    if (reader === undefined || !isLikely(reader)) continue
    for (const id of reader.reads) {
      const read = steps.get(id)
      if (read?.current === undefined || read.action !== 'delete') continue
      const kept = removalStep(read.current, decide(read.current, reader))
      steps.set(id, kept)
      staying.push(kept)
    }
  }
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
