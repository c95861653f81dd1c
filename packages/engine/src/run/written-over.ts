import type { ResourceRecord, StateChange } from '@slipway/stores'
import { existenceOf } from '../reality/life-cycle.ts'
import { diffSpec } from '../spec/diff.ts'
import type { Session } from './session.ts'

/**
 * Of two records of one thing, the later one is struck, as when a blueprint goes back: the thing is still what the later one made of it.
 * So the other one is recorded as one whose update has failed, and the next `up` puts it right.
 */
export function writtenOver(
  kept: ResourceRecord,
  struck: ResourceRecord,
  session: Pick<Session, 'definition' | 'now' | 'operation'>,
): StateChange[] {
  const definition = session.definition(kept.type)
  const isLater = (struck.deployedAt ?? 0) > (kept.deployedAt ?? 0)
  if (session.operation !== 'up' || definition === undefined || !isLater || existenceOf(kept) !== 'there') return []
  if (kept.type !== struck.type || diffSpec(definition.schema, struck.spec, kept.spec).changes.length === 0) return []
  const why = { failureReasons: ['what was to replace it was made over it'], updatedAt: session.now() }
  return [{ kind: 'resource', resource: { ...kept, status: 'update-failed', ...why } }]
}
