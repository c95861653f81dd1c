import type { ResourceRecord } from '@slipway/stores'
import type { CheckedResource } from '../../check/checked.ts'
import type { Gathered } from '../../reality/gathered.ts'
import { leftoverReason } from '../../reality/life-cycle.ts'
import { isLikelyThere } from '../../reality/likely-there.ts'
import { Things } from '../../reality/identified-things.ts'
import type { Decision } from '../decide/decide.ts'
import { decideUnwanted } from './decide-unwanted.ts'
import { type OutsideThePlan, stillRead } from './outside-the-plan.ts'
import { missingIds } from '../shape/missing-and-unread.ts'
import { oldKey, type PlanStep } from '../shape/plan.ts'

/** A step for a record that is to go. */
export function removalStep(record: ResourceRecord, decision: Decision): PlanStep {
  const { name, type, id, replaced } = record
  return { key: replaced ? oldKey(`${name} ${id}`) : name, name, type, ...decision, current: record, after: [] }
}

/** What else decides what becomes of a record that is to go. */
export interface Around {
  /** What the plan is not about. */
  readonly beside?: OutsideThePlan | undefined
  /** Names of resources whose condition is false. */
  readonly absent?: ReadonlySet<string>
  /** Wanted resources: an old generation that one of them reads stays. */
  readonly wanted?: Iterable<CheckedResource>
  /** The name of a resource that this plan leaves out, and to which a record may belong. */
  readonly meant?: (record: ResourceRecord) => string | undefined
  /** A run is taken back, and what is to go was made by it. */
  readonly isWayBack?: boolean
}

/**
 * Steps for what an `up` no longer wants, the newest first: resources, and older generations.
 *
 * @param kept the records that stay
 */
export function unwantedSteps(
  gone: readonly ResourceRecord[],
  kept: Iterable<ResourceRecord>,
  { drift, providers, ...doubts }: Pick<Gathered, 'drift' | 'providers' | 'undecided' | 'mayCome'>,
  { beside, absent = new Set(), wanted = [], meant, isWayBack = false }: Around = {},
): PlanStep[] {
  if (gone.length === 0) return []
  const staying = [...kept]
  const things = new Things(staying, providers, missingIds(drift))
  const named = new Map(staying.map((record) => [record.name, record]))
  const decide = (record: ResourceRecord, held: string | undefined): Decision =>
    decideUnwanted(record, {
      operation: 'up',
      drift: drift.get(record.id),
      providers,
      reason: record.replaced ? leftoverReason(record) : reasonOf(record, absent, isWayBack),
      same: things.sameAs(record),
      meant: meant?.(record),
      held,
      isWayBack,
    })
  const readers = readersOfOld(wanted)
  const steps = new Map(
    gone.map((record) => {
      const held = readers.get(record.id) ?? beside?.holding(record, named.get(record.name))
      return [record.id, removalStep(record, decide(record, held))]
    }),
  )
  const isLikely = (record: ResourceRecord): boolean =>
    isLikelyThere(record, providers.type(record.type), doubts, named.has(record.name))
  keepWhatIsRead(steps, isLikely, decide)
  return gone.toSorted(byCreation).flatMap(({ id }) => steps.get(id) ?? [])
}

/** By id of an old generation: why it stays. */
function readersOfOld(wanted: Iterable<CheckedResource>): ReadonlyMap<string, string> {
  return new Map(
    [...wanted].flatMap(({ name, alsoReads = [] }) => alsoReads.map((id) => [id, stillRead({ name })] as const)),
  )
}

/** Keeps what is read by something that stays although nobody wants it. */
function keepWhatIsRead(
  steps: Map<string, PlanStep>,
  isLikely: (record: ResourceRecord) => boolean,
  decide: (record: ResourceRecord, held: string) => Decision,
): void {
  const staying = [...steps.values()].filter(({ action }) => action === 'none')
  for (const { current: reader } of staying) {
    if (reader === undefined || !isLikely(reader)) continue
    for (const id of reader.reads) {
      const read = steps.get(id)
      if (read?.current === undefined || read.action !== 'delete') continue
      const kept = removalStep(read.current, decide(read.current, stillRead(reader)))
      steps.set(id, kept)
      staying.push(kept)
    }
  }
}

function byCreation(a: ResourceRecord, b: ResourceRecord): number {
  return b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1)
}

/** Why something goes. For a program, `inWordsOfPrograms` says it in other words. */
const notInBlueprint = 'not in the blueprint'

/** Why something goes when a run is taken back. */
const madeByRun = 'made by the run'

export function inWordsOfPrograms(step: PlanStep): PlanStep {
  return step.reason === notInBlueprint ? { ...step, reason: 'the program no longer asks for it' } : step
}

function reasonOf({ name, madeFor }: ResourceRecord, absent: ReadonlySet<string>, isWayBack: boolean): string {
  if (absent.has(name)) return 'its condition is false'
  if (isWayBack && madeFor === undefined) return madeByRun
  return madeFor === undefined ? notInBlueprint : 'what it was made for is gone'
}
