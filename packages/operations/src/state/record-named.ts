import { nameMeant } from '@slipway/engine'
import { Failure } from '@slipway/model'
import { didYouMean } from '@slipway/source'
import { recordsOf } from './open-calls.ts'
import { damageText, type InstanceState, type LinkRecord, type ResourceRecord } from '@slipway/stores'

/**
 * Finds the resource with this name or id; the newest one if a replaced one still awaits its destruction. An item of an `each` can be written as
 * `page[0]`.
 */
export function recordNamed(state: InstanceState, written: string, isRunning = false): ResourceRecord {
  const records = recordsOf(state, isRunning)
  const name = nameIn(records, written)
  const found =
    records.find((record) => record.name === name && !record.replaced) ??
    records.find((record) => record.name === name || record.id === name)
  return found ?? refuseUnknown(state, name)
}

/** Finds the link with this name, such as `orders::table`, or with this id. */
export function linkNamed({ links = [] }: InstanceState, name: string): LinkRecord | undefined {
  return links.find((link) => link.name === name || link.id === name)
}

/** Like {@link recordNamed}, but refuses an ambiguous name. */
export function onlyRecordNamed(state: InstanceState, written: string): ResourceRecord {
  const records = recordsOf(state, false)
  const name = nameIn(records, written)
  const named = records.filter((record) => record.name === name)
  if (named.length < 2) return recordNamed(state, name)
  const instance = state.instance.name
  const holder = recordNamed(state, name)
  throw new Failure('cli/several-of-a-name', `${instance} has ${named.length} records with the name ${name}`, {
    details: named.map(({ id, type, status }) => {
      const which = id === holder.id ? 'has the name' : 'is an older generation of the name'
      return `${id} (${type}, ${status}) ${which}`
    }),
    hint: 'give the id of one of them',
  })
}

function nameIn(records: readonly ResourceRecord[], written: string): string {
  return nameMeant(written, new Set(records.flatMap(({ name, id }) => [name, id])))
}

function refuseUnknown(state: InstanceState, name: string): never {
  const bad = state.damaged?.find((record) => record.id === name || record.name === name)
  if (bad !== undefined) {
    throw new Failure('state/damaged-record', `the record of ${name} cannot be read`, {
      details: [damageText(bad)],
      hint: 'restore a backup with "slipway state restore FILE", or give up the record with "slipway state rm ID"',
    })
  }
  const names = recordsOf(state, false).map((record) => record.name)
  const unreadable = (state.damaged ?? []).filter(({ id }) => id !== undefined)
  throw new Failure('cli/no-such-resource', `${state.instance.name} has no resource ${name}`, {
    details: unreadable.map((record) => `it may be the record that cannot be read: ${damageText(record)}`),
    hint:
      unreadable.length === 0
        ? (didYouMean(name, names) ?? namesHint(names))
        : `a record that cannot be read has only its id: "slipway state rm ${unreadable[0]?.id}" gives it up`,
  })
}

const mostNames = 10

function namesHint(names: readonly string[]): string {
  const list = 'slipway state list shows the resources'
  if (names.length === 0 || names.length > mostNames) return list
  return `there are: ${[...new Set(names)].join(', ')}; ${list}`
}
