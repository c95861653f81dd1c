import type { ResourceRecord } from '@slipway/stores'
import type { Committed } from '../command/committed.ts'
import { type Wanted, writtenOf } from '../moves/draft.ts'
import { isLiar, kindOf } from '../services/kinds.ts'
import { describeThing, type Thing } from '../services/world.ts'
import { type Asked, destroyingStep, type Facts, type Run, type Violation } from './facts.ts'

/**
 * A retained thing is never destroyed: the present option counts for a replaced thing, and the last one for a thing that nobody wants any
 * more. Two exceptions: a thing that an earlier run has begun to destroy, and the remains of a failed attempt once something else comes
 * under its name.
 */
export function retainedThing(asked: Asked, thing: Thing, run: Run, facts: Facts): Violation | undefined {
  const { resourceId, name } = asked
  const { committed, cut, retained } = facts
  // Of what is forgotten nobody knows in a later run: a call that was cut short may have made what has its key.
  const isTakenFor = cut.has(resourceId) && run.retained.has(thing.owner)
  if (retained.has(thing.owner) && !isTakenFor && !isLiar(kindOf(thing.type)))
    return { rule: 'retained', message: `${describeThing(thing)} was left outside, and is destroyed for ${name}` }
  const row = committed.known(resourceId)
  if (row === undefined || run.condemned.has(resourceId)) return undefined
  // A rollback does not repeat messages about what the run has made.
  const isToStay = run.retainedByFailed?.has(resourceId) ?? isSaidToStay(row, run)
  if (!isToStay || isLeftover(row) || wasLeftover(resourceId, run)) return undefined
  return { rule: 'retained', message: `${describeThing(thing)} of ${name} is destroyed, and is to stay` }
}

/** Whether a row is left from a failed attempt, and something else has its name now. */
function isLeftover({ replaced, status }: ResourceRecord): boolean {
  return replaced && status.startsWith('create-')
}

/** Whether the plan showed it as left over: the doubt may have been settled since, or it was made again for that. */
function wasLeftover(resourceId: string, { plan }: Run): boolean {
  const { action, current } = destroyingStep(plan, resourceId) ?? {}
  return current !== undefined && isLeftover({ ...current, replaced: current.replaced || action === 'replace' })
}

/** Ids of resources that are recorded as retained. */
export function recordedToStay(committed: Committed): ReadonlySet<string> {
  const rows = [...committed.rows.values()].filter(({ removalPolicy }) => removalPolicy === 'retain')
  return new Set(rows.flatMap((row) => (isLeftover(row) ? [] : [row.id])))
}

function isSaidToStay(row: ResourceRecord, { plan, draft, command }: Run): boolean {
  const isRecorded = row.removalPolicy === 'retain'
  const step = destroyingStep(plan, row.id)
  const name = step?.action === 'replace' ? step.name : row.name
  const now = command.do === 'up' && !row.replaced ? writtenOf(draft).find((wanted) => wanted.name === name) : undefined
  return now === undefined ? isRecorded : now.retain === true
}

/** A record goes: its thing stays, now or when it comes late, when that was said of it. */
export function retainedBy(resourceId: string, { draft }: Run, { committed, retained }: Facts): void {
  const row = committed.rows.get(resourceId)
  if (row === undefined) return
  const written = writtenOf(draft)
  // If nothing in the blueprint has its name any more, a former name of another resource may mean it.
  const isFree = !written.some(({ name }) => name === row.name)
  const isMeant = ({ name, former = [] }: Wanted): boolean =>
    name === row.name || (isFree && former.some((was) => was.name === row.name))
  const isSaid = written.some((wanted) => wanted.retain === true && isMeant(wanted))
  if (row.removalPolicy === 'retain' || isSaid) retained.add(resourceId)
}
