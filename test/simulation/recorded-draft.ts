import type { ResourceRecord } from '@slipway/stores'
import type { Draft, Wanted } from './draft.ts'
import { propertiesOf } from './properties.ts'

/** A draft that wants what records say, as far as they say it: who reads what does not stand in them. */
export function draftOf(records: readonly ResourceRecord[]): Draft {
  const there = records.filter((record) => !record.replaced && mayBeThere(record))
  return { resources: there.map(wantedAs) }
}

function wantedAs({ name, type, spec }: ResourceRecord, slot: number): Wanted {
  const { needs: _, within: __, value = '', ...properties } = propertiesOf(spec)
  return { slot, name, kind: type.slice('sim/'.length), value, ...properties, reads: [] }
}

/** A clean refusal, and what has made room, tell of nothing. */
function mayBeThere({ status, doubtSince, deployedAt }: ResourceRecord): boolean {
  const isRefused = status === 'create-failed' && doubtSince === undefined && deployedAt === undefined
  return !isRefused && status !== 'absent' && status !== 'destroyed'
}
