import { equalValues } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'

/** A resource that is given names again and again remembers the latest. */
const mostFormerNames = 10

/** The record under another name, with what it was called before: who goes back to the blueprint of then must find it again. */
export function called(record: ResourceRecord, name: string): ResourceRecord {
  if (record.name === name) return record
  const known = (record.formerNames ?? []).filter((former) => former !== name && former !== record.name)
  return { ...record, name, formerNames: [...known, record.name].slice(-mostFormerNames) }
}

/** The record of what depends on others, or goes with one, with the names that those have by now. */
export function inNewNames(record: ResourceRecord, renamed: (name: string) => string): ResourceRecord {
  const { options } = record
  const dependsOn = record.dependsOn.map(renamed)
  const deletedWith = options?.deletedWith === undefined ? undefined : renamed(options.deletedWith)
  if (equalValues(dependsOn, record.dependsOn) && deletedWith === options?.deletedWith) return record
  return { ...record, dependsOn, ...(deletedWith !== undefined && { options: { ...options, deletedWith } }) }
}
