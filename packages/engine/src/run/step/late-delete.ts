import { Failure } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { existenceOf } from '../../reality/life-cycle.ts'
import { hasComputedId } from '../../reality/missing-id.ts'
import type { Session } from '../session/session.ts'
import { sleptInRun } from './stabilise.ts'

/**
 * How long an earlier delete, which was cut short, may still take effect, by what its type says. It could hit the next thing under the same
 * key, so the run waits before it repeats the delete. A thing with an id of its own cannot be hit by mistake.
 *
 * @param began when the first of many was waited for
 */
export function lateDeleteMs(
  record: ResourceRecord,
  session: Pick<Session, 'definition' | 'journal' | 'timing'>,
  began = session.journal.now(),
): number {
  const definition = session.definition(record.type)
  if (definition === undefined || existenceOf(record) !== 'going') return 0
  const { settlesWithinMs = 0, identity } = definition
  if (identity === undefined && hasComputedId(definition)) return 0
  const withinMs = Math.min(settlesWithinMs, session.timing.deadlines.settle)
  // A time in the future means that the clock was set back since.
  const leftMs = Math.min(record.updatedAt, began) + settlesWithinMs - session.journal.now()
  return Math.max(0, Math.min(leftMs, began + withinMs - session.journal.now()))
}

/**
 * Whether an earlier delete, which was cut short, may still take effect: for as long as its type says, or for as long as a `destroy` waits
 * if it says nothing. Until then, an answer to another delete proves nothing about what is there.
 */
export function mayStillGo(
  record: ResourceRecord,
  session: Pick<Session, 'definition' | 'journal' | 'timing'>,
): boolean {
  if (existenceOf(record) !== 'going') return false
  const withinMs = session.definition(record.type)?.settlesWithinMs ?? session.timing.deadlines.settle
  // A time in the future means that the clock was set back since.
  return Math.min(record.updatedAt, session.journal.now()) + withinMs > session.journal.now()
}

/**
 * Waits for it. The user is told why nothing happens, of the first one: others are waited for with it.
 *
 * @returns `undefined` if there is nothing to wait for; resolves to a failure if the user has stopped the wait
 */
export function afterLateDelete(
  record: ResourceRecord,
  session: Pick<Session, 'definition' | 'doubts' | 'timing' | 'journal'>,
): Promise<Failure | undefined> | undefined {
  const { lateDeletes } = session.doubts
  const isFirst = lateDeletes.began === undefined
  const waitMs = lateDeleteMs(record, session, lateDeletes.began)
  if (waitMs <= 0) return undefined
  lateDeletes.began ??= session.journal.now()
  const { name, type } = record
  if (isFirst) session.journal.tell({ type: 'delete-delayed', name, resourceType: type, waitMs })
  return sleptInRun(waitMs, session.timing).then((isOver) => (isOver ? undefined : stopped(record)))
}

/** Nobody knows any more than before: the next run has to wait for the rest. */
function stopped({ name }: ResourceRecord): Failure {
  return new Failure('engine/call-cancelled', `the run was stopped before ${name} was deleted again`, {
    hint: 'run it again: an earlier delete, which was cut short, may still take effect until then',
  })
}
