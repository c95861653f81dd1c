import { Failure } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { existenceOf } from '../../reality/recorded/life-cycle.ts'
import { hasComputedId } from '../../reality/obstacles/missing-id.ts'
import type { Session } from '../session/session.ts'
import { sleptInRun } from './stabilise.ts'

/**
 * The time for which an earlier, interrupted delete may still take effect according to its type. It could hit the next thing with the same key, so
 * the run waits before it repeats the delete. A thing with an id of its own cannot be hit by mistake.
 *
 * @param began the time when the run began to wait for the first of such deletes
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
 * True if an earlier, interrupted delete may still take effect: for the time that its type gives or, without such a time, for as long as a `destroy`
 * waits. Until then, the answer to another delete proves nothing.
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
 * Waits for a late delete. Only the first wait is reported to the user, since the others share it.
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

/** The failure of a stopped wait. The next run has to wait for the rest. */
function stopped({ name }: ResourceRecord): Failure {
  return new Failure('engine/call-cancelled', `the run was stopped before it deleted ${name} again`, {
    hint: 'run the command again: an earlier delete, which was cut short, may still take effect until then',
  })
}
