import { equalValues } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'

/** The maximum number of former names. A resource that is renamed often only remembers the latest names. */
const mostFormerNames = 10

/** The record under another name. It remembers its former names, so that a user who goes back to the old blueprint finds it again. */
export function called(record: ResourceRecord, name: string): ResourceRecord {
  if (record.name === name) return record
  const known = (record.formerNames ?? []).filter((former) => former !== name && former !== record.name)
  return { ...record, name, formerNames: [...known, record.name].slice(-mostFormerNames) }
}

/** A record with the present names of its dependencies and its container. */
export function inNewNames(record: ResourceRecord, renamed: (name: string) => string): ResourceRecord {
  const { options } = record
  const dependsOn = record.dependsOn.map(renamed)
  const deletedWith = options?.deletedWith === undefined ? undefined : renamed(options.deletedWith)
  if (equalValues(dependsOn, record.dependsOn) && deletedWith === options?.deletedWith) return record
  return { ...record, dependsOn, ...(deletedWith !== undefined && { options: { ...options, deletedWith } }) }
}
