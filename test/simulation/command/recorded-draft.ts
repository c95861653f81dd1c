import type { ResourceRecord } from '@slipway/stores'
import type { Draft, Wanted } from '../moves/draft.ts'
import { propertiesOf } from '../services/properties.ts'

/** A draft that wants what the records contain, as far as they say: they name the container of a resource, but not its readers. */
export function draftOf(records: readonly ResourceRecord[]): Draft {
  const ids = new Set(records.map(({ id }) => id))
  // A thing whose container is gone is gone, too.
  const isGone = ({ standsIn = [] }: ResourceRecord): boolean =>
    standsIn.length > 0 && standsIn.every((id) => id !== '' && !ids.has(id))
  const there = records.filter((record) => !record.replaced && mayBeThere(record) && !isGone(record))
  const slots = new Map(there.map(({ spec }, slot) => [spec['id'], slot]))
  return { resources: there.map((record, slot) => wantedAs(record, slot, slots)) }
}

function wantedAs(
  { name, type, spec, removalPolicy }: ResourceRecord,
  slot: number,
  slots: ReadonlyMap<unknown, number>,
): Wanted {
  const { needs: _, within: id, value = '', ...properties } = propertiesOf(spec)
  const within = id === undefined ? undefined : slots.get(id)
  const isIn = within !== undefined && { within }
  const stays = removalPolicy === 'retain' && { retain: true }
  return { slot, name, kind: type.slice('sim/'.length), value, ...properties, ...isIn, ...stays, reads: [] }
}

/** A clean refusal leaves nothing outside, and neither does a resource that has made room. */
function mayBeThere({ status, doubtSince, deployedAt }: ResourceRecord): boolean {
  const isRefused = status === 'create-failed' && doubtSince === undefined && deployedAt === undefined
  return !isRefused && status !== 'absent' && status !== 'destroyed'
}
