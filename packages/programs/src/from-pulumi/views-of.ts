import { type ValueMap, valueMap } from '@slipway/model'
import { ownType, parseUrn } from '../urns/urn.ts'
import type { PulumiResource } from '../deployments/deployment.ts'
import { type ReadingOfValues, valuesOf } from './read-values.ts'

/** The views of resources in recorded form, by the resource's URN. */
export function viewsByOwner(
  resources: readonly PulumiResource[],
  reading: ReadingOfValues,
): ReadonlyMap<string, readonly ValueMap[]> {
  const views = new Map<string, ValueMap[]>()
  for (const { urn, type, viewOf = '', parent = '', inputs = {}, outputs = {} } of resources) {
    if (viewOf === '') continue
    const view = valueMap([
      ['type', type],
      ['name', parseUrn(urn)?.name ?? urn],
      ...(parent === viewOf || parent === null || parent === '' ? [] : [['parent', wordsOf(parent)] as const]),
      ['inputs', valuesOf(urn, inputs, reading)],
      ['outputs', valuesOf(urn, outputs, reading)],
    ])
    views.set(viewOf, [...(views.get(viewOf) ?? []), view])
  }
  return views
}

function wordsOf(urn: string): ValueMap {
  const parts = parseUrn(urn)
  return valueMap([
    ['type', parts === undefined ? '' : ownType(parts)],
    ['name', parts?.name ?? urn],
  ])
}
