import { secretsIn } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'

type Version = Pick<ResourceRecord, 'dependsOn' | 'reads' | 'standsIn' | 'spec' | 'mayHold'>

/** What a resource may need and hold where nobody knows which of two versions of it is there, or how much of each. */
export function ofEither(
  before: Version,
  wanted: Version,
): Pick<ResourceRecord, 'dependsOn' | 'reads' | 'standsIn' | 'mayHold'> {
  const standsIn = [...new Set([...(before.standsIn ?? []), ...(wanted.standsIn ?? [])])]
  const mayHold = secretsIn(before.spec, wanted.spec, before.mayHold ?? [])
  return {
    dependsOn: [...new Set([...before.dependsOn, ...wanted.dependsOn])],
    reads: [...new Set([...before.reads, ...wanted.reads])],
    ...(standsIn.length > 0 && { standsIn }),
    ...(mayHold.length > 0 && { mayHold }),
  }
}

/** A resource whose update did not end well is what it was, and may be what it was to be. */
export function halfUpdated(before: ResourceRecord, wanted: ResourceRecord): ResourceRecord {
  const { options: _, ...known } = before
  return { ...known, ...ofEither(before, wanted), ...(wanted.options === undefined ? {} : { options: wanted.options }) }
}
