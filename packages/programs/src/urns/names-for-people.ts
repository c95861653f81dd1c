import type { ResourceRecord } from '@slipway/stores'
import { parseUrn } from './urn.ts'

/** All by which a user may know a resource: the name that is shown, that in the program, the URN. */
export function namesForPeople(name: string, urn: string): readonly string[] {
  const own = parseUrn(urn)?.name
  return [name, urn, ...(own === undefined || own === name ? [] : [own])]
}

export function namesOfRecord({ name, spec }: Pick<ResourceRecord, 'name' | 'spec'>): readonly string[] {
  const { urn } = spec
  return namesForPeople(name, typeof urn === 'string' ? urn : '')
}
