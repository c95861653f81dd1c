import type { ResourceRecord } from '@slipway/stores'
import { existenceOf } from '../reality/life-cycle.ts'
import type { Session } from './session.ts'

/**
 * How long an earlier delete, which was cut short, may still take effect, by what its type says. It could hit what is made next under the
 * same key, so that is waited for before the delete is repeated. What has an id of its own is hit by nothing that is meant for another one.
 */
export function lateDeleteMs(
  record: ResourceRecord,
  session: Pick<Session, 'definition' | 'now' | 'deadlines'>,
): number {
  const { settlesWithinMs = 0, idField, identity } = session.definition(record.type) ?? {}
  const hasOwnId = idField !== undefined && identity === undefined
  if (existenceOf(record) !== 'going' || hasOwnId) return 0
  const leftMs = record.updatedAt + settlesWithinMs - session.now()
  return Math.max(0, Math.min(leftMs, settlesWithinMs, session.deadlines.settle))
}
