import type { ResourceRecord } from '@slipway/stores'
import { saysItExists } from './committed.ts'
import type { Draft, Wanted } from './draft.ts'
import { propertiesOf } from './properties.ts'

/** A draft that wants what records say, as far as they say it: who reads what does not stand in them. */
export function draftOf(records: readonly ResourceRecord[]): Draft {
  const there = records.filter((record) => !record.replaced && saysItExists(record))
  return { resources: there.map(wantedAs) }
}

function wantedAs({ name, type, spec }: ResourceRecord, slot: number): Wanted {
  const { needs: _, within: __, value = '', ...properties } = propertiesOf(spec)
  return { slot, name, kind: type.slice('sim/'.length), value, ...properties, reads: [] }
}
