import { secretsIn } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'

type Version = Pick<ResourceRecord, 'dependsOn' | 'reads' | 'standsIn' | 'spec' | 'mayHold'>

/** In the place of the id of a container, in `standsIn`: it was not there yet, or in doubt, or there was none. */
export const somewhere = ''

/** Ids of containers, each once, where the last one counts most: something may come to stand again where it was before. */
export function latestLast(before: readonly string[], now: readonly string[]): readonly string[] {
  return [...before.filter((id) => !now.includes(id)), ...now]
}

/** What a resource may need and hold where nobody knows which of two versions of it is there, or how much of each. */
export function ofEither(
  before: Version,
  wanted: Version,
): Pick<ResourceRecord, 'dependsOn' | 'reads' | 'standsIn' | 'mayHold'> {
  // Of what stood in nothing, or was recorded by an older version, nobody knows where it is if it was not moved.
  const former = wanted.standsIn === undefined ? [] : [somewhere]
  const standsIn = latestLast(before.standsIn ?? former, wanted.standsIn ?? [])
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
