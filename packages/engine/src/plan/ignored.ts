import type { ResourceRecord } from '@slipway/stores'
import { existenceOf } from '../reality/life-cycle.ts'
import { PropertyPatterns } from '../spec/property-patterns.ts'
import type { Wanted } from './decide.ts'

/**
 * What is wanted, but with the recorded values of properties whose changes are ignored. If there are several generations, the current
 * one has these values, whichever is chosen. An attempt does not count, since it may have made nothing.
 *
 * @param generations records that may become the resource
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
