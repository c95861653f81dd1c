import type { ResourceRecord } from '@slipway/stores'
import { leftoverReason } from '../../reality/recorded/life-cycle.ts'
import type { LinkStep } from '../shape/link-step.ts'
import { type End, type PlanStep, rowKey, type Stay } from '../shape/plan.ts'
import { decideUnwanted, type EndDecision } from './decide-unwanted.ts'
import type { SituationOfPlan } from './situation-of-plan.ts'

/** A step for a record that is to go. */
export function removalStep(record: ResourceRecord, { action, ...why }: EndDecision): End | Stay {
  const step = { ...stepFor(record), ...why }
  return action === 'none' ? { ...step, action } : { ...step, action }
}

/** The fields of every step for a record without a wish. */
export function stepFor(record: ResourceRecord) {
  const { name, type, replaced } = record
  return {
    key: replaced ? rowKey(record) : name,
    name,
    type,
    changes: [],
    replaceBecause: [],
    current: record,
    after: [],
  }
}

/** Other facts that decide about a record that is to go. */
export interface Around {
  /** The name of a resource that this plan leaves out and that may be the recorded resource. */
  readonly meant?: (record: ResourceRecord) => string | undefined
  /** True if a run is rolled back, and the resources that are to go were made by it. */
  readonly isWayBack?: boolean
}

/**
 * Steps for the resources and older generations that an `up` no longer wants, the newest first. Those that stay are noted in the situation.
 */
export function unwantedSteps(
  gone: readonly ResourceRecord[],
  situation: SituationOfPlan,
  { meant, isWayBack = false }: Around = {},
): (End | Stay)[] {
  const decide = (record: ResourceRecord): End | Stay => {
    const reason = record.replaced ? leftoverReason(record) : reasonOf(record, situation, isWayBack)
    return removalStep(record, decideUnwanted({ record, meant: meant?.(record), isWayBack }, reason, situation))
  }
  const steps = new Map(gone.map((record) => [record.id, decide(record)]))
  // A resource that stays although nothing wants it may keep its containers and the resources that it reads. Those may keep others.
  const staying = [...steps.values()].filter(({ action }) => action === 'none')
  for (const { current: reader } of staying) {
    situation.stays(reader)
    for (const id of [...reader.reads, ...(reader.standsIn ?? [])]) {
      const read = steps.get(id)
      if (read?.action !== 'delete') continue
      const again = decide(read.current)
      steps.set(id, again)
      if (again.action === 'none') staying.push(again)
    }
  }
  return gone.toSorted(byCreation).flatMap(({ id }) => steps.get(id) ?? [])
}

function byCreation(a: ResourceRecord, b: ResourceRecord): number {
  return b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1)
}

/** The reason why a resource goes. For a program, `inWordsOfPrograms` has other words. */
export const notInBlueprint = 'not in the blueprint'

/** The reason why a resource goes when a run is rolled back. */
const madeByRun = 'made by the run'

export function inWordsOfPrograms<Step extends PlanStep | LinkStep>(step: Step): Step {
  return step.reason === notInBlueprint ? { ...step, reason: 'the program no longer asks for it' } : step
}

function reasonOf({ name, madeFor }: ResourceRecord, situation: SituationOfPlan, isWayBack: boolean): string {
  if (situation.isAbsent(name)) return 'its condition is false'
  if (isWayBack && madeFor === undefined) return madeByRun
  return madeFor === undefined ? notInBlueprint : 'the resource that it was made for is gone'
}
