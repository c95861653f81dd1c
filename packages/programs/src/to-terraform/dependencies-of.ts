import { isList } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { type AddressParts, moduleSteps } from '../terraform-states/addresses.ts'
import { type Addresses, originOf } from './record-address.ts'

/** Returns the dependencies of records in the form of a state: addresses without keys of everything that a record needs, directly or not. */
export function dependenciesOf(
  records: readonly ResourceRecord[],
  addresses: Addresses,
): (record: ResourceRecord) => readonly string[] {
  const byId = new Map(records.map((record) => [record.id, record]))
  const found = new Map<string, ReadonlySet<string>>()
  return (record) => {
    const written = originOf(record)['dependencies'] ?? null
    const before = isList(written) ? written.filter((each) => typeof each === 'string') : []
    return [...new Set([...before, ...needsOf(record, { byId, addresses, found })])].toSorted()
  }
}

interface Search {
  readonly byId: ReadonlyMap<string, ResourceRecord>
  readonly addresses: Addresses
  readonly found: Map<string, ReadonlySet<string>>
}

/** Goes through the records without nested calls: a chain may be longer than calls can nest. */
function needsOf(start: ResourceRecord, { byId, addresses, found }: Search): ReadonlySet<string> {
  const way = [start]
  const begun = new Set<string>()
  for (let record = way.at(-1); record !== undefined; record = way.at(-1)) {
    const direct = record.reads.flatMap((id) => byId.get(id) ?? [])
    const open = found.has(record.id) ? [] : direct.filter(({ id }) => !found.has(id) && !begun.has(id))
    begun.add(record.id)
    if (open.length > 0) {
      way.push(...open)
      continue
    }
    way.pop()
    if (found.has(record.id)) continue
    const all = new Set<string>()
    for (const each of direct) {
      all.add(configAddress(addresses.of(each)))
      for (const further of found.get(each.id) ?? []) all.add(further)
    }
    found.set(record.id, all)
  }
  return found.get(start.id) ?? new Set()
}

function configAddress({ module = '', type, name }: AddressParts): string {
  return [...(moduleSteps(module) ?? []).map((step) => `module.${step.name}`), type, name].join('.')
}
