import type { ResourceRecord } from '@slipway/stores'
import { existenceOf } from '../reality/life-cycle.ts'
import { PropertyPatterns } from '../spec/property-patterns.ts'
import type { Wanted } from './decide.ts'

/**
 * What is wanted, with those properties as they are recorded whose changes are to be ignored. Of several generations the resource
 * itself says how they are, for whichever becomes it: an attempt of which nobody knows whether it has made anything says nothing.
 *
 * @param generations records that may be the resource
 */
export function withIgnored<W extends Pick<Wanted, 'resource' | 'spec'>>(
  wanted: W,
  generations: readonly ResourceRecord[],
): W {
  const { resource, spec } = wanted
  const { ignoreChanges = [] } = resource.options ?? {}
  if (ignoreChanges.length === 0) return wanted
  const there = generations.filter((record) => ['there', 'going'].includes(existenceOf(record)))
  const recorded = there.find(({ replaced }) => !replaced) ?? there[0]
  if (recorded?.type !== resource.type) return wanted
  return { ...wanted, spec: new PropertyPatterns(resource.definition.schema, ignoreChanges).keep(spec, recorded.spec) }
}
