import type { ResourceTypeDefinition, ValueMap } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { CheckedResource } from '../check/checked.ts'
import { mayExist } from '../reality/life-cycle.ts'
import { computedTexts, tellsOf } from './read-again.ts'

/** What else is recorded. */
interface Around {
  /** Ids of the records that have these names, as far as they are known. */
  readonly idsOf: (names: readonly string[]) => readonly string[]
  /** What the plan or run leaves alone. */
  readonly left: () => Iterable<ResourceRecord>
  readonly definition: (type: string) => ResourceTypeDefinition | undefined
}

/**
 * Ids of the records that a resource reads, as it is wanted now.
 *
 * @param spec what it is given
 */
export function readsNow(resource: CheckedResource, spec: ValueMap, around: Around): readonly string[] {
  const { dependsOn, alsoReads = [] } = resource
  const ids = [...around.idsOf(dependsOn), ...alsoReads, ...mentionedStill(resource, spec, around)]
  return ids.length < 2 ? ids : [...new Set(ids)]
}

/**
 * Ids of records that are left alone, and that a resource still mentions, since changes of a property are ignored. The resource goes on
 * reading these, so that whoever destroys both begins with the reader. Once one of them is to go, the resource keeps it alive no longer.
 */
function mentionedStill(
  { name, options }: CheckedResource,
  spec: ValueMap,
  { left, definition: definitionOf }: Around,
): readonly string[] {
  if ((options?.ignoreChanges ?? []).length === 0) return []
  return [...left()].flatMap((record) => {
    const definition = definitionOf(record.type)
    if (definition === undefined || record.name === name || !mayExist(record)) return []
    return computedTexts(record, definition).some(([text]) => tellsOf(spec, text)) ? [record.id] : []
  })
}
