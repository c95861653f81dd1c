import { secretsIn } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'

type Version = Pick<ResourceRecord, 'dependsOn' | 'reads' | 'standsIn' | 'spec' | 'mayHold'>

/** A value in `standsIn` for a container that did not exist yet or was in doubt, or if there was no container. */
export const somewhere = ''

/** Ids of containers, without duplicates. The last id counts most, because a member may come back to an earlier container. */
export function latestLast(before: readonly string[], now: readonly string[]): readonly string[] {
  return [...before.filter((id) => !now.includes(id)), ...now]
}

/**
 * The possible dependencies, containers and secrets of a resource that may be in either of two versions, or partly in each.
 */
export function ofEither(
  before: Version,
  wanted: Version,
): Pick<ResourceRecord, 'dependsOn' | 'reads' | 'standsIn' | 'mayHold'> {
  // If the resource had no container, or was recorded by an older version, nobody knows where it is unless it was moved.
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

/** The record after an update that did not end well. The resource may be as it was before, or as it is wanted. */
export function halfUpdated(before: ResourceRecord, wanted: ResourceRecord): ResourceRecord {
  const { options: _, ...known } = before
  return { ...known, ...ofEither(before, wanted), ...(wanted.options === undefined ? {} : { options: wanted.options }) }
}
