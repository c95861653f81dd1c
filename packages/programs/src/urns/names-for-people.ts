import type { ResourceRecord } from '@slipway/stores'
import { parseUrn } from './urn.ts'

/** All names of a resource that a user may know: the shown name, the name in the program, and the URN. */
export function namesForPeople(name: string, urn: string): readonly string[] {
  const own = parseUrn(urn)?.name
  return [name, urn, ...(own === undefined || own === name ? [] : [own])]
}

export function namesOfRecord({ name, spec }: Pick<ResourceRecord, 'name' | 'spec'>): readonly string[] {
  const { urn } = spec
  return namesForPeople(name, typeof urn === 'string' ? urn : '')
}
